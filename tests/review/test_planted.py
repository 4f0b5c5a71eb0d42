"""The eight planted defects are found, and their corrected twins have no finding at all."""

from __future__ import annotations

import pytest

from tests.review.build import findings, ids
from tests.review.planted import PLANTED, TWINS


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_the_defect_is_an_error(name: str) -> None:
    data, region, expected = PLANTED[name]
    assert expected <= set(ids(data, region=region))


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_its_corrected_twin_has_no_finding(name: str) -> None:
    data, region = TWINS[name]
    assert findings(data, region=region) == ()
