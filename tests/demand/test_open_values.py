"""Whatever of a template only the deployment decides is noted: it never looks as if it were left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .test_written_as_text import OF_LAUNCH, OPEN, as_text, demand_of, resources

SPECIFIED = {"LaunchTemplateSpecification": OF_LAUNCH}
MORE: dict[str, tuple[str, dict[str, Any]]] = {
    "Instance": ("AWS::EC2::Instance", {"InstanceType": "trn2.48xlarge", "LaunchTemplate": OF_LAUNCH}),
    "Mixed": (
        "AWS::AutoScaling::AutoScalingGroup",
        {
            "MaxSize": 2,
            "MixedInstancesPolicy": {
                "LaunchTemplate": {**SPECIFIED, "Overrides": [{"InstanceType": "trn1.2xlarge"}]},
            },
        },
    ),
    "Fleet": (
        "AWS::EC2::EC2Fleet",
        {
            "LaunchTemplateConfigs": [SPECIFIED],
            "TargetCapacitySpecification": {"TotalTargetCapacity": 3, "DefaultTargetCapacityType": "spot"},
        },
    ),
    "Spot": (
        "AWS::EC2::SpotFleet",
        {"SpotFleetRequestConfigData": {"TargetCapacity": 2, "LaunchTemplateConfigs": [SPECIFIED]}},
    ),
    "Batch": (
        "AWS::Batch::ComputeEnvironment",
        {
            "ComputeResources": {
                "Type": "EC2",
                "MaxvCpus": 512,
                "InstanceTypes": ["trn1.32xlarge"],
                "PlacementGroup": "near",
                "LaunchTemplate": OF_LAUNCH,
            }
        },
    ),
    "Parallel": (
        "AWS::PCS::ComputeNodeGroup",
        {
            "InstanceConfigs": [{"InstanceType": "trn1.32xlarge"}],
            "PurchaseOption": "SPOT",
            "ScalingConfiguration": {"MaxInstanceCount": 4},
            "CustomLaunchTemplate": {"TemplateId": {"Ref": "Launch"}, "Version": "1"},
        },
    ),
    "HyperPod": (
        "AWS::SageMaker::Cluster",
        {"InstanceGroups": [{"InstanceType": "ml.trn2.48xlarge", "InstanceCount": 2}]},
    ),
    "Subnet": ("AWS::EC2::Subnet", {"CidrBlock": "10.0.0.0/24", "VpcId": "vpc-0123456789abcdef0"}),
    "Endpoint": ("AWS::EC2::VPCEndpoint", {"VpcEndpointType": "Interface"}),
}


def whole() -> dict[str, Any]:
    return {**resources(), **{name: {"Type": kind, "Properties": given} for name, (kind, given) in MORE.items()}}


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if len(path) > 2 or (len(path) == 2 and path[1] == "UpdatePolicy"):
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in pairs:
        if key not in ("Type", "Ref") or len(path) > 2:
            yield from places(member, (*path, key))


def opened(path: tuple[str | int, ...]) -> dict[str, Any]:
    made = as_json(whole())
    target: Any = made
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = OPEN
    return made  # type: ignore[no-any-return]


def as_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return [as_json(one) for one in value] if isinstance(value, list) else value


def test_the_plan_as_written_is_known_whole(tmp_path: Path) -> None:
    assert demand_of(tmp_path, whole()).not_determined == ()
    assert demand_of(tmp_path, as_text(whole())) == demand_of(tmp_path, whole())


@pytest.mark.parametrize("path", [*places(whole())], ids=lambda path: ".".join(map(str, path)))
def test_what_is_open_is_noted_or_asks_for_nothing_else(path: tuple[str | int, ...], tmp_path: Path) -> None:
    demand = demand_of(tmp_path, opened(path))
    assert demand.not_determined or demand == demand_of(tmp_path, whole())
