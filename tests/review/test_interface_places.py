"""Where interfaces sit: device index, groups, subnet and zone of a node."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster, findings, launch_of, subnet
from tests.review.test_rules import add, both, every, on_group, on_launch, on_nic, parameter

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN
SG = ["sg-0123456789abcdef0"]
HERE = {"Ref": "Subnet"}
THERE = {"Ref": "Other"}
OTHER = add(Other=subnet("us-east-2c"))
LT = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}


def levels(data: Data, rule: str, **options: Any) -> list[Level]:
    return [item.level for item in findings(data, **options) if item.id == rule]


def instance(**properties: Any) -> Change:
    """Replace the group by an instance."""
    return add(Asg=None, One={"Type": "AWS::EC2::Instance", "Properties": properties})


@pytest.mark.parametrize("missing", [(0,), (3,), (0, 1, 15), tuple(range(16))])
def test_interfaces_without_device_index_are_one_error_that_names_them(missing: tuple[int, ...]) -> None:
    data = changed(cluster(), both(*(on_nic(at, DeviceIndex=None) for at in missing)))
    (finding,) = (item for item in findings(data) if item.id == "TRN121")
    assert finding.level is E
    assert finding.evidence["interfaces"] == [f"NetworkCardIndex {at}" for at in missing]


def test_an_instance_states_device_indexes_too() -> None:
    nic = {"GroupSet": SG, "SubnetId": HERE}
    assert levels(changed(cluster(), instance(NetworkInterfaces=[nic])), "TRN121") == [E]
    assert levels(changed(cluster(), instance(NetworkInterfaces=[{**nic, "DeviceIndex": "0"}])), "TRN121") == []


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({"LaunchTemplate": LT}, []),
        ({"LaunchTemplate": LT, "SecurityGroupIds": SG}, [E]),
        ({"LaunchTemplate": LT, "SecurityGroups": ["a"]}, [E]),
        ({"LaunchTemplate": LT, "SubnetId": HERE}, [E]),
        ({"LaunchTemplate": LT, "SubnetId": HERE, "SecurityGroupIds": SG}, [E, E]),
        ({"LaunchTemplate": LT, "SecurityGroupIds": []}, []),
        ({"NetworkInterfaces": [{"DeviceIndex": "0"}], "SubnetId": HERE}, [E]),
        ({"NetworkInterfaces": [{"DeviceIndex": "0", "SubnetId": HERE}]}, []),
        ({"SubnetId": HERE, "SecurityGroupIds": SG}, []),
    ],
)
def test_an_instance_says_groups_and_subnet_in_its_interfaces(properties: Data, expected: list[Level]) -> None:
    assert levels(changed(cluster(), instance(**properties)), "TRN114") == expected


def placed(**placement: Any) -> Change:
    return on_launch(Placement={"GroupName": {"Ref": "Pg"}, **placement})


NODE = instance(LaunchTemplate=LT)
BOTH = on_group(VPCZoneIdentifier=[HERE, THERE])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (both(NODE, on_nic(0, SubnetId=HERE), on_nic(1, SubnetId=THERE)), [E]),
        (both(NODE, every(SubnetId=HERE)), []),
        (both(NODE, every(SubnetId="subnet-0123456789abcdef0")), []),
        (both(NODE, every(SubnetId=HERE), on_nic(1, SubnetId="subnet-0123456789abcdef0")), [W]),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZone="us-east-2b")), []),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZone="us-east-2a")), [E]),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZoneId="use2-az2")), [W]),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZone={"Ref": "P"})), [W]),
        (placed(AvailabilityZone={"Fn::GetAtt": ["Subnet", "AvailabilityZone"]}), []),
        (placed(AvailabilityZone={"Fn::GetAtt": ["Other", "AvailabilityZone"]}), [E]),
        (placed(AvailabilityZone="us-east-2a"), [E]),
        (placed(AvailabilityZone={"Ref": "P"}), [W]),
        (both(BOTH, placed(AvailabilityZone="us-east-2b")), [E]),
        (both(BOTH, placed()), []),
        (both(every(SubnetId=HERE), instance(LaunchTemplate=LT, AvailabilityZone="us-east-2a")), [E]),
        (both(every(SubnetId=HERE), instance(LaunchTemplate=LT, AvailabilityZone="us-east-2b")), []),
        (instance(InstanceType="trn1.2xlarge", SubnetId=HERE, AvailabilityZone="us-east-2a"), [E]),
        (instance(InstanceType="trn1.2xlarge", SubnetId=HERE, AvailabilityZone="us-east-2b"), []),
        (instance(InstanceType="trn1.2xlarge", SubnetId=HERE), []),
        (instance(InstanceType="trn1.2xlarge", AvailabilityZone="us-east-2b"), []),
    ],
)
def test_a_node_is_in_one_zone(change: Change, expected: list[Level]) -> None:
    assert levels(changed(cluster(), both(OTHER, parameter("P"), change)), "TRN122") == expected


def test_the_zone_of_an_instance_that_a_launch_template_fixes_elsewhere() -> None:
    change = both(on_launch(NetworkInterfaces=None), placed(AvailabilityZone="us-east-2a"))
    data = changed(cluster(), both(change, instance(LaunchTemplate=LT, SubnetId=HERE)))
    del launch_of(data)["NetworkInterfaces"]
    assert levels(data, "TRN122") == [E]
