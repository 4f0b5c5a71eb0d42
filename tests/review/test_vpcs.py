"""Security groups and subnets in one VPC, whatever launches the nodes and whoever makes the group."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level, Status
from tests.review.build import Change, Data, changed, cluster, efas, findings, group_of, judged, launch_of, subnet
from tests.review.test_rules import (
    VPC,
    add,
    both,
    compute_environment,
    hyperpod,
    in_vpcs,
    managed_group,
    parameter,
    pcs_group,
)

E, U = Level.ERROR, Level.UNKNOWN
ELSEWHERE = {"Type": "AWS::EC2::SecurityGroup", "Properties": {"GroupDescription": "x", "VpcId": {"Ref": "Other"}}}


def levels(data: Data) -> list[Level]:
    return [item.level for item in findings(data) if item.id == "TRN209"]


def in_one(*changes: Change) -> Data:
    """Return a cluster in the VPC `Vpc`, beside a security group `Far` in the VPC `Other`."""
    here = add(Far=ELSEWHERE, Subnet2=subnet("us-east-2b", VpcId={"Ref": "Other"}, CidrBlock="10.1.0.0/20"))
    return changed(cluster(), both(parameter("P"), in_vpcs({"Ref": "Vpc"}, {"Ref": "Vpc"}), here, *changes))


def without_groups(data: Data) -> None:
    for nic in launch_of(data)["NetworkInterfaces"]:
        del nic["Groups"]


def of_default_group(attribute: str, vpc: str) -> Change:
    def change(data: Data) -> None:
        for nic in launch_of(data)["NetworkInterfaces"]:
            nic["Groups"] = [{"Fn::GetAtt": [vpc, attribute]}]

    return change


def eks_cluster(subnet: str) -> Data:
    network = {"SubnetIds": [{"Ref": subnet}]}
    return {"Type": "AWS::EKS::Cluster", "Properties": {"RoleArn": "r", "ResourcesVpcConfig": network}}


def spot_fleet(specification: Data) -> Data:
    request = {"IamFleetRole": "r", "TargetCapacity": 1, "LaunchSpecifications": [specification]}
    return {"Type": "AWS::EC2::SpotFleet", "Properties": {"SpotFleetRequestConfigData": request}}


def ec2_fleet(*places: str) -> Data:
    configs = [
        {
            "LaunchTemplateSpecification": {"LaunchTemplateId": {"Ref": "Lt"}, "Version": "1"},
            "Overrides": [{"SubnetId": {"Ref": place}}],
        }
        for place in places
    ]
    target = {"TotalTargetCapacity": 4, "DefaultTargetCapacityType": "on-demand"}
    return {
        "Type": "AWS::EC2::EC2Fleet",
        "Properties": {"LaunchTemplateConfigs": configs, "TargetCapacitySpecification": target},
    }


@pytest.mark.parametrize(("vpc", "expected"), [("Vpc", []), ("Other", [E])])
def test_the_group_that_a_vpc_brings_is_in_it(vpc: str, expected: list[Level]) -> None:
    assert levels(in_one(of_default_group("DefaultSecurityGroup", vpc))) == expected


@pytest.mark.parametrize(("place", "expected"), [("Subnet", []), ("Subnet2", [E])])
def test_the_group_of_an_eks_cluster_is_in_the_vpc_of_its_subnets(place: str, expected: list[Level]) -> None:
    cluster_there = add(Eks=eks_cluster(place), Asg=managed_group())
    assert levels(in_one(cluster_there, of_default_group("ClusterSecurityGroupId", "Eks"))) == expected


@pytest.mark.parametrize("group", [managed_group, pcs_group, compute_environment])
def test_the_groups_of_a_launch_template_are_judged_for_every_service(group: Any) -> None:
    assert levels(in_one(add(Asg=group()))) == []
    assert levels(in_one(add(Asg=group(), Sg={**ELSEWHERE}))) == [E]


@pytest.mark.parametrize(("name", "expected"), [("Sg", []), ("Far", [E])])
def test_the_groups_that_batch_gives(name: str, expected: list[Level]) -> None:
    assert levels(in_one(add(Asg=compute_environment(SecurityGroupIds=[{"Ref": name}])), without_groups)) == expected


@pytest.mark.parametrize(("name", "expected"), [("Sg", []), ("Far", [E])])
def test_the_groups_of_hyperpod(name: str, expected: list[Level]) -> None:
    vpc = {"SecurityGroupIds": [{"Ref": name}], "Subnets": [{"Ref": "Subnet"}]}
    assert levels(in_one(add(Asg=hyperpod("ml.trn2.48xlarge", VpcConfig=vpc)))) == expected


def test_each_instance_group_of_hyperpod_has_its_own_vpc() -> None:
    data = in_one(add(Asg=hyperpod("ml.trn2.48xlarge", "ml.trn2.48xlarge")))
    own = data["Resources"]["Asg"]["Properties"]["InstanceGroups"][1]
    own["OverrideVpcConfig"] = {"SecurityGroupIds": [{"Ref": "Far"}], "Subnets": [{"Ref": "Subnet2"}]}
    assert levels(data) == []
    own["OverrideVpcConfig"]["SecurityGroupIds"] = [{"Ref": "Sg"}]
    assert levels(data) == [E]


@pytest.mark.parametrize(("name", "expected"), [("Sg", []), ("Far", [E])])
def test_the_groups_of_a_launch_specification(name: str, expected: list[Level]) -> None:
    item = {
        "InstanceType": "trn1.2xlarge",
        "SubnetId": {"Ref": "Subnet"},
        "SecurityGroups": [{"GroupId": {"Ref": name}}],
    }
    assert levels(in_one(add(Asg=None, Fleet=spot_fleet(item)))) == expected


@pytest.mark.parametrize(("places", "expected"), [(("Subnet",), []), (("Subnet2",), [E]), (("Subnet", "Subnet2"), [E])])
def test_each_override_of_a_fleet_is_held_against_its_launch_template(places: Any, expected: list[Level]) -> None:
    assert levels(in_one(add(Asg=None, Fleet=ec2_fleet(*places)))) == expected


@pytest.mark.parametrize(
    ("second", "expected"), [({"Ref": "Other"}, [E]), ({"Ref": "Vpc"}, []), ({"Ref": "P"}, [U]), ("vpc-1", [E])]
)
@pytest.mark.parametrize("service", [None, managed_group, pcs_group, compute_environment])
def test_the_subnets_of_a_group_are_in_one_vpc(second: Any, expected: list[Level], service: Any) -> None:
    data = in_one(add(Subnet2=subnet("us-east-2b", VpcId=second), **({"Asg": service()} if service else {})))
    for group in (group_of(data), group_of(data).get("ComputeResources", {})):
        for name in set(group) & {"VPCZoneIdentifier", "Subnets", "SubnetIds"}:
            group[name] = [{"Ref": "Subnet"}, {"Ref": "Subnet2"}]
    assert levels(data) == expected


@pytest.mark.parametrize(("vpc", "expected"), [({"Ref": "Vpc"}, []), ({"Ref": "Third"}, [E]), ({"Ref": "P"}, [U])])
def test_an_association_counts_for_the_vpc_that_it_names(vpc: Any, expected: list[Level]) -> None:
    association = {"GroupId": {"Fn::GetAtt": ["Sg", "GroupId"]}, "VpcId": vpc}
    more = add(More={"Type": "AWS::EC2::SecurityGroupVpcAssociation", "Properties": association}, Third=VPC)
    assert levels(in_one(in_vpcs({"Ref": "Other"}, {"Ref": "Vpc"}), more)) == expected


@pytest.mark.parametrize("groups", [["sg-0123456789abcdef0"], [{"Ref": "P"}]])
def test_a_group_that_no_template_holds_is_not_judged(groups: Any) -> None:
    data = in_one(lambda one: launch_of(one).update(NetworkInterfaces=efas(1)))
    launch_of(data)["NetworkInterfaces"][0]["Groups"] = groups
    assert {item.id: item.status for item in judged(data).results}["TRN209"] is Status.SKIPPED
