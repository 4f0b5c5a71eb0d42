"""What the review judges and the demand counts are the same nodes, whichever service launches them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdk_trainium.demand import Demand, Group
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.launches import groups_in
from cdk_trainium.template import load_text
from tests.review.build import Data, cluster, ids, launch_of

REGION = "us-east-2"
USE = {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"}
OTHER = {"LaunchTemplateId": {"Ref": "Lt2"}, "Version": "1"}
BLOCK = "cr-0123456789abcdef0"


def launching(kind: str, properties: Data, **more: Data) -> Data:
    """The good cluster, its group replaced."""
    data = cluster()
    data["Resources"]["Asg"] = {"Type": kind, "Properties": properties}
    data["Resources"].update(more)
    return data


def demand(data: Data) -> Demand:
    (only,) = from_templates([load_text(json.dumps(data))], region=REGION)
    return only


def groups(data: Data) -> list[Group]:
    return [group for group in demand(data).groups if group.where == "Asg"]


def noted(data: Data) -> set[str]:
    return {note.what for note in demand(data).not_determined if not note.judged}


def auto_scaling(**properties: Any) -> Data:
    return launching("AWS::AutoScaling::AutoScalingGroup", {"MinSize": "0", "MaxSize": "4", **properties})


def mixed(**distribution: Any) -> Data:
    template = {"LaunchTemplateSpecification": USE, "Overrides": [{"InstanceType": "trn2.48xlarge"}]}
    return auto_scaling(MixedInstancesPolicy={"LaunchTemplate": template, "InstancesDistribution": distribution})


def instance(**properties: Any) -> Data:
    return launching("AWS::EC2::Instance", {"LaunchTemplate": USE, **properties})


def batch(**compute: Any) -> Data:
    resources = {"Type": "EC2", "MaxvCpus": 768, "LaunchTemplate": USE, "Subnets": [{"Ref": "Subnet"}], **compute}
    return launching("AWS::Batch::ComputeEnvironment", {"Type": "MANAGED", "ComputeResources": resources})


def fleet(*overrides: Data) -> Data:
    config = {"LaunchTemplateSpecification": USE, "Overrides": list(overrides)}
    target = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "on-demand"}
    return launching("AWS::EC2::EC2Fleet", {"LaunchTemplateConfigs": [config], "TargetCapacitySpecification": target})


def test_a_launch_template_is_found_by_its_name() -> None:
    data = auto_scaling(LaunchTemplate={"LaunchTemplateName": "nodes", "Version": "1"})
    assert "TRN914" in ids(data)
    assert "the launch template" in noted(data)
    data["Resources"]["Lt"]["Properties"]["LaunchTemplateName"] = "nodes"
    assert "TRN914" not in ids(data)
    assert [(one.instance_type, one.count) for one in demand(data).groups] == [("trn2.48xlarge", 4)]


def test_a_launch_configuration_describes_nodes() -> None:
    configuration = {
        "Type": "AWS::AutoScaling::LaunchConfiguration",
        "Properties": {"InstanceType": "trn1.2xlarge", "ImageId": "ami-0123456789abcdef0", "SpotPrice": "9"},
    }
    data = auto_scaling(LaunchConfigurationName={"Ref": "Lc"})
    data["Resources"]["Lc"] = configuration
    (group,) = groups(data)
    assert (group.instance_type, group.image_id, group.capacity.kind) == (
        "trn1.2xlarge",
        "ami-0123456789abcdef0",
        "spot",
    )
    assert "TRN303" not in ids(data)


def test_an_override_of_a_fleet_replaces_the_image() -> None:
    (group,) = groups(fleet({"ImageId": "ami-00000000000000001"}))
    assert group.image_id == "ami-00000000000000001"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (fleet({"ImageId": "ami-00000000000000001"}, {}), True),
        (fleet({"SubnetId": "subnet-1"}, {"SubnetId": "subnet-2"}), False),
        (fleet({"InstanceType": "trn2.48xlarge"}, {"InstanceType": "trn2.48xlarge"}), False),
    ],
    ids=["image", "subnet", "type"],
)
def test_nodes_that_are_described_in_two_ways_are_not_judged_by_the_first(data: Data, expected: bool) -> None:
    assert ("the launch template" in noted(data)) is expected


def test_an_instance_replaces_what_its_launch_template_says() -> None:
    own = [{"NetworkCardIndex": 99, "DeviceIndex": "0", "GroupSet": ["sg-0123456789abcdef0"]}]
    data = instance(ImageId="ami-00000000000000001", NetworkInterfaces=own)
    (group,) = groups(data)
    assert group.image_id == "ami-00000000000000001"
    assert [one.card for one in group.interfaces or ()] == [99]
    assert "TRN101" in ids(data)
    assert "TRN101" not in ids(instance())


def test_batch_takes_a_block_from_its_launch_template() -> None:
    data = batch(InstanceTypes=["trn2.48xlarge"])
    launch_of(data).update(
        InstanceMarketOptions={"MarketType": "capacity-block"},
        CapacityReservationSpecification={"CapacityReservationTarget": {"CapacityReservationId": BLOCK}},
    )
    (group,) = groups(data)
    assert (group.capacity.kind, group.capacity.ids) == ("block", (BLOCK,))
    assert "TRN315" in ids(data)  # a block takes no placement group


def test_batch_launches_some_types_from_another_launch_template() -> None:
    template = {**USE, "Overrides": [{**OTHER, "TargetInstanceTypes": ["trn1.32xlarge"]}]}
    data = batch(InstanceTypes=["trn2.48xlarge", "trn1.32xlarge"], LaunchTemplate=template)
    data["Resources"]["Lt2"] = {**data["Resources"]["Lt"]}
    assert {"TRN101", "TRN105"} <= set(ids(data))
    assert {one.where for one in demand(data).groups} == {"Asg"}
    del data["Resources"]["Lt2"]
    assert "TRN914" in ids(data)
    assert "the launch template" in noted(data)


@pytest.mark.parametrize("kind", ["FARGATE", "FARGATE_SPOT"])
def test_batch_on_fargate_launches_no_nodes(kind: str) -> None:
    data = batch(Type=kind, LaunchTemplate=OTHER)
    assert groups(data) == []
    assert "TRN914" not in ids(data)
    assert "TRN914" in ids(batch(LaunchTemplate=OTHER))


def test_a_family_of_batch_is_what_its_region_offers() -> None:
    data = batch(InstanceTypes=["trn1"])
    assert {one.instance_type for one in groups(data)} <= {"trn1.2xlarge", "trn1.32xlarge", "trn1n.32xlarge"}
    assert "InstanceTypes" in noted(batch(InstanceTypes=["trn9"]))
    assert "InstanceTypes" in noted(batch(InstanceTypes=["optimal"]))


@pytest.mark.parametrize("name", ["OnDemandBaseCapacity", "OnDemandPercentageAboveBaseCapacity"])
@pytest.mark.parametrize("value", ["some", 0.5, {"Fn::ImportValue": "share"}], ids=["word", "part", "hidden"])
def test_a_share_that_is_no_number_is_unknown(name: str, value: Any) -> None:
    distribution = {"OnDemandPercentageAboveBaseCapacity": 50, name: value}
    data = mixed(**distribution)
    assert name in noted(data)
    assert "TRN304" in ids(data)


def test_subnets_with_commas_are_several() -> None:
    data = auto_scaling(LaunchTemplate=USE, VPCZoneIdentifier="subnet-1, subnet-2")
    assert groups(data)[0].subnet_ids == ("subnet-1", "subnet-2")
    assert "TRN401" in ids(data)


def test_a_reference_to_what_is_no_subnet_is_noted() -> None:
    data = auto_scaling(LaunchTemplate=USE, VPCZoneIdentifier=[{"Fn::GetAtt": ["Made", "Subnet"]}])
    data["Resources"]["Made"] = {"Type": "Custom::Subnets", "Properties": {"ServiceToken": "arn:aws:lambda:x"}}
    assert "subnets" in noted(data)
    assert groups(data)[0].new_subnets == ()


def test_subnets_of_interfaces_are_those_of_the_node() -> None:
    data = instance()
    for part in launch_of(data)["NetworkInterfaces"]:
        part["SubnetId"] = {"Ref": "Subnet"}
    (group,) = groups(data)
    assert (len(group.new_subnets), group.zone) == (1, "us-east-2b")


def test_a_group_may_launch_into_several_reservations() -> None:
    target = {"CapacityReservationIds": [BLOCK, "cr-00000000000000001"]}
    specification = {
        "CapacityReservationPreference": "capacity-reservations-only",
        "CapacityReservationTarget": target,
    }
    (group,) = groups(auto_scaling(LaunchTemplate=USE, CapacityReservationSpecification=specification))
    assert (group.capacity.kind, group.capacity.ids) == ("reservation", (BLOCK, "cr-00000000000000001"))


def test_the_smallest_size_of_a_node_group_is_read() -> None:
    scaling = {"MinSize": 2, "DesiredSize": 3, "MaxSize": 4}
    (group,) = groups(launching("AWS::EKS::Nodegroup", {"LaunchTemplate": USE, "ScalingConfig": scaling}))
    assert (group.least, group.desired, group.count, group.eks_node_group) == (2, 3, 4, True)


def test_a_placement_group_by_its_id_is_not_looked_up_by_name() -> None:
    data = instance()
    launch_of(data)["Placement"] = {"GroupId": "pg-0123456789abcdef0"}
    assert groups(data)[0].placement_group == ""
    assert "GroupName" in noted(data)


def test_an_interface_resource_is_read_where_it_is_named() -> None:
    data = instance(NetworkInterfaces=[{"NetworkInterfaceId": {"Ref": "Ni"}, "DeviceIndex": "0"}])
    properties = {"InterfaceType": "efa", "SubnetId": {"Ref": "Subnet"}, "GroupSet": ["sg-0123456789abcdef0"]}
    data["Resources"]["Ni"] = {"Type": "AWS::EC2::NetworkInterface", "Properties": properties}
    launch_of(data)["InstanceType"] = "trn1.2xlarge"
    (group,) = groups(data)
    assert group.security_group_ids == ("sg-0123456789abcdef0",)
    assert [(one.device, one.type) for one in group.interfaces or ()] == [(0, "efa")]
    assert len(group.new_subnets) == 1
    assert "TRN107" in ids(data)
    data["Resources"]["Asg"]["Properties"]["NetworkInterfaces"][0]["NetworkInterfaceId"] = "eni-0123456789abcdef0"
    assert "NetworkInterfaceId" in noted(data)
    assert "TRN100" in ids(data)


@given(base=st.integers(0, 12), percent=st.integers(0, 100), most=st.integers(1, 12))
def test_both_know_in_which_ways_a_mixed_group_buys(base: int, percent: int, most: int) -> None:
    data = mixed(OnDemandBaseCapacity=base, OnDemandPercentageAboveBaseCapacity=percent)
    data["Resources"]["Asg"]["Properties"]["MaxSize"] = most
    (group,) = groups_in(load_text(json.dumps(data)))
    judged = [share.purchase for share in group.shares] or [group.purchase]
    assert [one or "on-demand" for one in judged] == [
        {"spot": "SPOT"}.get(one.capacity.kind, one.capacity.kind) for one in groups(data)
    ]


def test_requirements_of_the_launch_template_hide_the_type_from_every_rule() -> None:
    data = auto_scaling(LaunchTemplate=USE)
    launch_of(data)["InstanceRequirements"] = {"VCpuCount": {"Min": 100}, "MemoryMiB": {"Min": 1}}
    del launch_of(data)["InstanceType"]
    assert {"TRN100"} <= set(ids(data))
    assert "TRN913" not in ids(data)
    assert "the instance type" in noted(data)


def test_a_node_group_without_sizes_asks_for_an_unknown_number() -> None:
    (group,) = groups(launching("AWS::EKS::Nodegroup", {"LaunchTemplate": USE}))
    assert (group.count, group.desired) == (None, None)


@pytest.mark.parametrize(("preference", "expected"), [("default", (BLOCK,)), ("none", ())])
def test_a_group_may_leave_the_reservation_to_its_launch_template(preference: str, expected: tuple[str, ...]) -> None:
    data = cluster()
    target = {"CapacityReservationTarget": {"CapacityReservationId": BLOCK}}
    launch_of(data)["CapacityReservationSpecification"] = target
    own = {"CapacityReservationPreference": preference}
    data["Resources"]["Asg"]["Properties"]["CapacityReservationSpecification"] = own
    assert [group.capacity.ids for group in groups(data)] == [expected]


def test_nodes_that_nothing_gives_an_image_are_not_determined() -> None:
    data = cluster()
    assert "ImageId" not in noted(data)
    del launch_of(data)["ImageId"]
    assert "ImageId" in noted(data)
    assert "TRN523" in ids(data)
