"""A property that CloudFormation knows elsewhere in the resource is led home."""

from __future__ import annotations

import pytest

from tests.review.build import Data, changed, cluster, findings, launch_of


@pytest.mark.parametrize(
    ("name", "home"),
    [
        ("CapacityReservationTarget", "CapacityReservationSpecification"),
        ("HttpTokens", "MetadataOptions"),
        ("TagSpecifications", ""),
        ("Rainfall", ""),
    ],
)
def test_the_hint_names_the_object_that_has_it(name: str, home: str) -> None:
    def change(data: Data) -> None:
        launch_of(data).setdefault(name, {})

    hints = [item.hint for item in findings(changed(cluster(), change)) if item.id == "TRN916"]
    assert [home in hint for hint in hints] == ([True] if name not in launch_of(cluster()) else [])
