"""Subnets whose number nobody knows at synthesis, and subnets of another region."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import (
    Capacity,
    ClusterNetwork,
    EfaSecurityGroup,
    NeuronImage,
    NodeGroup,
    NodeLaunchTemplate,
    PropsError,
)
from cdk_trainium.cdk.one_zone import LIST_MARK

NODE: dict[str, Any] = {
    "instance_type": "trn2.48xlarge",
    "capacity": Capacity.on_demand(fail_fast=False),
    "image": NeuronImage(id="ami-0123456789abcdef0"),
}


def late_vpc(stack: cdk.Stack, zones: Any) -> ec2.IVpc:
    """A VPC whose subnets are a list parameter."""
    ids = cdk.CfnParameter(stack, "Subnets", type="List<AWS::EC2::Subnet::Id>").value_as_list
    return ec2.Vpc.from_vpc_attributes(
        stack, "Late", vpc_id="vpc-00000001", availability_zones=zones, private_subnet_ids=ids
    )


def codes(raised: Any) -> list[tuple[str, str]]:
    return [(item.code, item.prop) for item in raised.value.problems]


def warnings(stack: cdk.Stack) -> str:
    stage = cdk.Stage.of(stack)
    assert stage is not None
    return " ".join(str(one.entry.data) for one in stage.synth().get_stack_artifact(stack.artifact_id).messages)


def test_the_mark_is_that_of_the_cdk() -> None:
    (item,) = cdk.Token.as_list({"Ref": "Subnets"})
    assert item.startswith(LIST_MARK)


def test_a_group_takes_the_list_whole(stack: cdk.Stack, find: Any) -> None:
    vpc = late_vpc(stack, ["us-east-2b"])
    NodeGroup(stack, "G", vpc=vpc, subnets=vpc.private_subnets, **NODE)
    (group,) = find(stack, "AWS::AutoScaling::AutoScalingGroup")
    assert group["Properties"]["VPCZoneIdentifier"] == {"Ref": "Subnets"}


def test_zones_that_are_a_list_are_untold(stack: cdk.Stack) -> None:
    vpc = late_vpc(stack, cdk.Fn.get_azs())
    NodeGroup(stack, "G", vpc=vpc, subnets=vpc.private_subnets, **NODE)
    assert "TRN401" in warnings(stack)


def test_a_list_beside_a_subnet_is_refused(stack: cdk.Stack, subnet: ec2.ISubnet) -> None:
    vpc = late_vpc(stack, ["us-east-2b"])
    with pytest.raises(PropsError) as raised:
        NodeGroup(stack, "G", vpc=vpc, subnets=[subnet, *vpc.private_subnets], **NODE)
    assert codes(raised) == [("TRN004", "subnets[1]")]


def test_a_list_where_one_subnet_is_needed_is_refused(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    subnet = late_vpc(stack, ["us-east-2b"]).private_subnets[0]
    with pytest.raises(PropsError) as raised:
        NodeLaunchTemplate(stack, "T", security_group=EfaSecurityGroup(stack, "E", vpc=vpc), subnet=subnet, **NODE)
    assert codes(raised) == [("TRN004", "subnet")]


def test_subnets_of_another_region_are_refused(stack: cdk.Stack) -> None:
    """CDK would pass their ids through a custom resource, and EC2 refuse them."""
    vpc = ec2.Vpc(stack, "Vpc", availability_zones=["us-east-2b"])
    elsewhere = cdk.Stack(stack.node.root, "Elsewhere", env=cdk.Environment(region="us-west-2"))
    with pytest.raises(PropsError) as raised:
        NodeGroup(elsewhere, "G", vpc=vpc, subnets=vpc.private_subnets, **NODE)
    assert codes(raised) == [("TRN602", "subnets")]


@pytest.mark.parametrize("services", [["ssm", "ssm"], ["s3"], ["EC2"], "ssm"])
def test_services_that_make_no_endpoint_of_their_own(stack: cdk.Stack, services: Any) -> None:
    with pytest.raises(PropsError) as raised:
        ClusterNetwork(stack, "N", zone="us-east-2b", services=services)
    assert all(code == "TRN001" and prop.startswith("services") for code, prop in codes(raised))


def test_a_parameter_of_an_image_is_a_literal(stack: cdk.Stack) -> None:
    with pytest.raises(PropsError) as raised:
        NeuronImage(ssm_parameter=cdk.CfnParameter(stack, "Path").value_as_string, floating=True)
    assert codes(raised) == [("TRN004", "ssm_parameter")]
