"""CloudFormation takes numbers and booleans written as text, as YAML with quotes and parameters give them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.reading import whole
from cdk_trainium.demand.sources import demands_of_paths

OPEN = {"Ref": "Open"}
LAUNCH = {
    "InstanceType": "trn1.32xlarge",
    "ImageId": "ami-0123456789abcdef0",
    "NetworkInterfaces": [
        {"NetworkCardIndex": 0, "DeviceIndex": 0, "InterfaceType": "efa", "AssociatePublicIpAddress": True},
        {"NetworkCardIndex": 1, "DeviceIndex": 1, "InterfaceType": "efa", "AssociatePublicIpAddress": False},
    ],
    "BlockDeviceMappings": [{"DeviceName": "/dev/xvda", "Ebs": {"VolumeSize": 512, "VolumeType": "gp3"}}],
}
OF_LAUNCH = {"LaunchTemplateId": {"Ref": "Launch"}, "Version": "1"}
FSX = {"FileSystemType": "LUSTRE", "StorageCapacity": 1200, "LustreConfiguration": {"DeploymentType": "SCRATCH_2"}}
TYPED: dict[str, tuple[str, dict[str, Any]]] = {
    "Launch": ("AWS::EC2::LaunchTemplate", {"LaunchTemplateData": LAUNCH}),
    "Group": (
        "AWS::AutoScaling::AutoScalingGroup",
        {
            "MinSize": 1,
            "MaxSize": 4,
            "DesiredCapacity": 2,
            "InstanceMaintenancePolicy": {"MinHealthyPercentage": 100, "MaxHealthyPercentage": 150},
            "LaunchTemplate": OF_LAUNCH,
        },
    ),
    "Kubernetes": (
        "AWS::EKS::Nodegroup",
        {
            "ScalingConfig": {"MaxSize": 6, "DesiredSize": 3},
            "UpdateConfig": {"MaxUnavailable": 5},
            "LaunchTemplate": {"Id": {"Ref": "Launch"}},
            "CapacityType": "SPOT",
            "Subnets": ["subnet-0123456789abcdef0"],
        },
    ),
    "Volume": ("AWS::EC2::Volume", {"Size": 100, "VolumeType": "io2"}),
    "Files": ("AWS::FSx::FileSystem", FSX),
    "Reserved": ("AWS::EC2::CapacityReservation", {"InstanceCount": 3, "InstanceType": "trn1.32xlarge"}),
}


def demand_of(folder: Path, resources: Any) -> Demand:
    path = folder / "template.json"
    template = {"Parameters": {"Open": {"Type": "String"}}, "Resources": resources}
    path.write_text(json.dumps(template), encoding="utf-8")
    (demand,), _ = demands_of_paths([path], region="us-east-2", catalog=default())
    return demand.model_copy(update={"templates": ()})


def resources() -> dict[str, Any]:
    made: dict[str, Any] = {name: {"Type": kind, "Properties": given} for name, (kind, given) in TYPED.items()}
    made["Group"]["UpdatePolicy"] = {"AutoScalingReplacingUpdate": {"WillReplace": False}}
    return json.loads(json.dumps(made))  # type: ignore[no-any-return]


def as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_text(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_text(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_text_asks_for_the_same(tmp_path: Path) -> None:
    typed = demand_of(tmp_path, resources())
    assert demand_of(tmp_path, as_text(resources())) == typed
    assert typed.not_determined == ()
    group = next(group for group in typed.groups if group.name.endswith("Group"))
    assert (group.public_address, group.surge, group.least) == (True, 2, 1)


def test_a_whole_number_may_have_a_point(tmp_path: Path) -> None:
    made = resources()
    made["Volume"]["Properties"]["Size"] = 100.0
    assert demand_of(tmp_path, made) == demand_of(tmp_path, resources())


def test_a_replacement_written_as_text_doubles_the_group(tmp_path: Path) -> None:
    made = resources()
    made["Group"]["UpdatePolicy"] = {"AutoScalingReplacingUpdate": {"WillReplace": "true"}}
    assert {group.surge for group in demand_of(tmp_path, made).groups if group.name.endswith("Group")} == {4}


PLACES: list[tuple[str, ...]] = [
    ("Launch", "LaunchTemplateData", "NetworkInterfaces", "0", "AssociatePublicIpAddress"),
    ("Launch", "LaunchTemplateData", "NetworkInterfaces", "0", "NetworkCardIndex"),
    ("Launch", "LaunchTemplateData", "NetworkInterfaces", "0", "DeviceIndex"),
    ("Launch", "LaunchTemplateData", "NetworkInterfaces", "0", "InterfaceType"),
    ("Launch", "LaunchTemplateData", "BlockDeviceMappings", "0", "Ebs", "VolumeType"),
    ("Group", "InstanceMaintenancePolicy", "MaxHealthyPercentage"),
    ("Group", "PlacementGroup"),
    ("Kubernetes", "UpdateConfig", "MaxUnavailable"),
    ("Kubernetes", "CapacityType"),
    ("Volume", "VolumeType"),
    ("Files", "FileSystemType"),
    ("Files", "LustreConfiguration", "DeploymentType"),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[-1])
def test_what_only_the_deployment_decides_is_not_taken_for_its_default(place: tuple[str, ...], tmp_path: Path) -> None:
    made = resources()
    target = made[place[0]]["Properties"]
    for key in place[1:-1]:
        target = target[int(key)] if isinstance(target, list) else target[key]
    target[place[-1]] = OPEN
    assert {one.what for one in demand_of(tmp_path, made).not_determined} == {place[-1]}


def test_a_flag_that_is_none_is_open(tmp_path: Path) -> None:
    made = resources()
    made["Launch"]["Properties"]["LaunchTemplateData"]["NetworkInterfaces"][0]["AssociatePublicIpAddress"] = "yes"
    assert [one.what for one in demand_of(tmp_path, made).not_determined] == ["AssociatePublicIpAddress"]


@pytest.mark.parametrize(
    "value", [True, False, -1, "-1", "1.5", 1.5, "", "²", "٣", None, [], float("inf"), float("nan")]
)
def test_what_is_no_whole_number_is_none(value: Any) -> None:
    assert whole(value) is None


def test_reservations_of_one_name_in_two_stacks_are_told_apart(tmp_path: Path) -> None:
    """A group launches into the reservation of its own stack; the other one's slots are still asked for."""
    group = {
        "MinSize": 2,
        "MaxSize": 2,
        "LaunchTemplate": OF_LAUNCH,
        "CapacityReservationSpecification": {
            "CapacityReservationPreference": "capacity-reservations-only",
            "CapacityReservationTarget": {"CapacityReservationIds": [{"Ref": "Reserved"}]},
        },
    }
    reserved = {"Type": TYPED["Reserved"][0], "Properties": {"InstanceCount": 2, "InstanceType": "trn1.32xlarge"}}
    one = {
        "Launch": {"Type": TYPED["Launch"][0], "Properties": {"LaunchTemplateData": LAUNCH}},
        "Group": {"Type": TYPED["Group"][0], "Properties": group},
        "Reserved": reserved,
    }
    for name, made in (("a", one), ("b", {"Reserved": reserved})):
        (tmp_path / f"{name}.json").write_text(json.dumps({"Resources": made}), encoding="utf-8")
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    (demand,), _ = demands_of_paths(paths, region="us-east-2", catalog=default())
    assert sum(item.count or 0 for item in demand.groups) == 4
