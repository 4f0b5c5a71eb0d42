"""Where interfaces sit: device index, groups, subnet and zone of a node."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level
from tests.review.build import Change, Data, changed, cluster, findings, launch_of, subnet
from tests.review.test_rules import add, attached, both, every, on_group, on_launch, on_nic, parameter

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
        (both(NODE, every(SubnetId=HERE), on_nic(1, SubnetId="subnet-0123456789abcdef0")), [U]),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZone="us-east-2b")), []),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZone="us-east-2a")), [E]),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZoneId="use2-az2")), [U]),
        (both(NODE, every(SubnetId=HERE), placed(AvailabilityZone={"Ref": "P"})), [U]),
        (placed(AvailabilityZone={"Fn::GetAtt": ["Subnet", "AvailabilityZone"]}), []),
        (placed(AvailabilityZone={"Fn::GetAtt": ["Other", "AvailabilityZone"]}), [E]),
        (placed(AvailabilityZone="us-east-2a"), [E]),
        (placed(AvailabilityZone={"Ref": "P"}), [U]),
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


def with_interface(kind: str = "trn1.32xlarge", **interface: Any) -> Change:
    """An instance whose primary interface is a resource of the template."""
    group = {"Fn::GetAtt": ["Sg", "GroupId"]}
    own = {"SubnetId": HERE, "GroupSet": [group], "InterfaceType": "efa", **interface}
    kept = {name: value for name, value in own.items() if value is not None}
    nics = [{"NetworkInterfaceId": {"Ref": "Ni"}, "DeviceIndex": "0"}]
    one = instance(InstanceType=kind, NetworkInterfaces=nics)
    return both(one, add(Ni={"Type": "AWS::EC2::NetworkInterface", "Properties": kept}), parameter("P"))


@pytest.mark.parametrize(
    ("change", "rule", "expected"),
    [
        (with_interface("trn1.2xlarge"), "TRN107", [E]),
        (with_interface("trn1.2xlarge", InterfaceType="interface"), "TRN107", []),
        (with_interface("trn1.2xlarge", InterfaceType={"Ref": "P"}), "TRN100", [U]),
        (with_interface(InterfaceType="efa-only"), "TRN106", [E]),
        (with_interface(), "TRN100", []),
        (with_interface(GroupSet=None), "TRN115", [E]),
        (with_interface(), "TRN115", []),
        (both(with_interface(), add(In=None)), "TRN201", [E]),
        (with_interface(GroupSet=[{"Ref": "P"}]), "TRN201", [U]),
        (both(with_interface(), add(Ni=None)), "TRN100", [U]),
    ],
)
def test_an_interface_that_is_a_resource_is_followed(change: Change, rule: str, expected: list[Level]) -> None:
    assert levels(changed(cluster(), change), rule) == expected


def test_the_efa_of_a_resource_is_counted() -> None:
    (finding,) = (item for item in findings(changed(cluster(), with_interface())) if item.id == "TRN111")
    assert finding.evidence["used"] == 1


def test_an_existing_interface_is_unknown_and_not_called_unused() -> None:
    data = changed(cluster(), with_interface())
    data["Resources"]["One"]["Properties"]["NetworkInterfaces"][0]["NetworkInterfaceId"] = "eni-0123456789abcdef0"
    assert levels(data, "TRN100") == [U]
    assert levels(data, "TRN111") == levels(data, "TRN115") == []


def test_interfaces_that_are_resources_are_in_one_zone() -> None:
    other = {"Type": "AWS::EC2::NetworkInterface", "Properties": {"SubnetId": THERE}}
    data = changed(cluster(), both(with_interface(), OTHER, add(Ni2=other)))
    nics = data["Resources"]["One"]["Properties"]["NetworkInterfaces"]
    nics.append({"NetworkInterfaceId": {"Ref": "Ni2"}, "DeviceIndex": "1"})
    assert levels(data, "TRN122") == [E]
    other["Properties"]["SubnetId"] = HERE
    assert "TRN122" not in {item.id for item in findings(changed(data, add(Ni2=other)))}


@pytest.mark.parametrize("sides", [("efa", "interface"), ("interface", "efa")])
def test_an_interface_that_conditions_change_is_unknown(sides: tuple[str, str]) -> None:
    data = changed(cluster(), with_interface("trn1.2xlarge", InterfaceType={"Fn::If": ["A", *sides]}))
    data["Parameters"]["Env"] = {"Type": "String", "Default": "a"}
    data["Conditions"] = {"A": {"Fn::Equals": [{"Ref": "Env"}, "a"]}}
    assert levels(data, "TRN100") == [U]


@pytest.mark.parametrize("sides", [("efa", "interface"), ("interface", "efa")])
def test_an_interface_is_that_of_the_case_at_hand(sides: tuple[str, str]) -> None:
    kinds = {"Fn::If": ["A", "trn1.2xlarge", "trn1.32xlarge"]}
    data = changed(cluster(), with_interface(InterfaceType={"Fn::If": ["A", *sides]}))
    data["Resources"]["One"]["Properties"]["InstanceType"] = kinds
    data["Parameters"]["Env"] = {"Type": "String", "Default": "a"}
    data["Conditions"] = {"A": {"Fn::Equals": [{"Ref": "Env"}, "a"]}}
    assert levels(data, "TRN100") == []
    assert levels(data, "TRN107") == ([E] if sides[0] == "efa" else [])


@pytest.mark.parametrize(
    ("device", "kind", "rule", "expected"),
    [
        ("9", "interface", "TRN102", [E]),
        ("1", "interface", "TRN102", []),
        ({"Ref": "P"}, "interface", "TRN102", [U]),
        ("1", "efa", "TRN107", [E]),
        ("1", "interface", "TRN107", []),
    ],
)
def test_an_attachment_is_judged_by_the_type_of_its_instance(
    device: Any, kind: str, rule: str, expected: list[Level]
) -> None:
    attachment = {"InstanceId": {"Ref": "One"}, "NetworkInterfaceId": {"Ref": "Ni2"}, "DeviceIndex": device}
    more = {"Type": "AWS::EC2::NetworkInterface", "Properties": {"SubnetId": HERE, "InterfaceType": kind}}
    tied = {"Type": "AWS::EC2::NetworkInterfaceAttachment", "Properties": attachment}
    change = both(with_interface("trn1.2xlarge", InterfaceType="interface"), add(Ni2=more, Tie=tied))
    found = [item for item in findings(changed(cluster(), change)) if item.id == rule]
    assert [item.level for item in found] == expected
    assert all(item.subject.logical_id == "Tie" for item in found)


INSTANCE = {"Fn::GetAtt": ["One", "InstanceId"]}
EITHER = {"Fn::If": ["A", "efa", {"Ref": "AWS::NoValue"}]}


# The first is terraform-provider-aws issue 44355.
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (attached("efa"), [E]),
        (attached("efa-only"), [E]),
        (attached("interface"), []),
        (attached({"Ref": "AWS::NoValue"}), []),
        (attached("efa", INSTANCE), [E]),
        (attached({"Ref": "Kind"}), [E]),
        (attached({"Ref": "P"}), [U]),
        (attached(EITHER), [E]),
        (attached("efa", {"Ref": "P"}), [U]),
        (attached("efa", "i-0123456789abcdef0"), [U]),
        (attached("interface", {"Ref": "P"}), []),
        (attached("efa", None, {"Ref": "P"}), [U]),
        (attached("efa", None, {"Fn::GetAtt": ["Ni", "Id"]}), [E]),
        (attached({"Fn::Transform": {"Name": "M"}}), [U]),
    ],
)
def test_no_efa_is_attached_to_an_instance_that_runs(change: Change, expected: list[Level]) -> None:
    def sections(data: Data) -> None:
        data["Parameters"] = {"P": {"Type": "String"}, "Kind": {"Type": "String", "Default": "efa"}}
        data["Conditions"] = {"A": {"Fn::Equals": [{"Ref": "Kind"}, "efa"]}}

    assert levels(changed(cluster(), both(sections, change)), "TRN128") == expected


def test_interfaces_on_cards_that_the_type_lacks_are_one_finding() -> None:
    data = changed(cluster(), on_launch(InstanceType="trn1.32xlarge"))
    (finding,) = (item for item in findings(data) if item.id == "TRN101")
    assert len(finding.evidence["interfaces"]) == 8  # type: ignore[arg-type]
