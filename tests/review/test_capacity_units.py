"""A capacity that is not counted in nodes says nothing of how many there are."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Data, block_cluster, changed, findings, group_of
from tests.review.test_what_launches import hyperpod, ids


def mixed_block(**group: Any) -> Data:
    def change(data: Data) -> None:
        properties = group_of(data)
        override = {"InstanceType": "trn2.48xlarge", **group.pop("override", {})}
        template = {"LaunchTemplateSpecification": properties.pop("LaunchTemplate"), "Overrides": [override]}
        properties.update(MixedInstancesPolicy={"LaunchTemplate": template}, MaxSize="128", **group)

    return changed(block_cluster(), change)


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ({}, Level.ERROR),
        ({"DesiredCapacityType": "units"}, Level.ERROR),
        ({"override": {"WeightedCapacity": "2"}}, Level.UNKNOWN),
        ({"DesiredCapacityType": "vcpu"}, Level.UNKNOWN),
        ({"DesiredCapacityType": {"Fn::ImportValue": "unit"}}, Level.UNKNOWN),
    ],
)
def test_what_is_counted_decides_whether_a_block_holds_it(group: dict[str, Any], expected: Level) -> None:
    assert [item.level for item in findings(mixed_block(**group)) if item.id == "TRN318"] == [expected]


def test_a_type_that_hyperpod_does_not_have_is_refused_and_counts_as_none() -> None:
    assert ids(hyperpod({"InstanceType": "trn2.48xlarge"}), region="us-east-2") == ["TRN606"]
