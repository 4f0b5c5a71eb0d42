"""A deletion takes everything, or says what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from botocore.exceptions import ClientError

from .conftest import aws
from .shapes import VPC, group, log_group, subnet

if TYPE_CHECKING:
    from .conftest import Stacks


def test_a_deleted_stack_leaves_nothing(stacks: Stacks) -> None:
    stacks.create(group(2))
    vpc = stacks.physical("Vpc")
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"
    ec2 = aws("ec2")
    assert vpc not in [item["VpcId"] for item in ec2.describe_vpcs()["Vpcs"]]
    assert not ec2.describe_launch_templates()["LaunchTemplates"]
    assert not aws("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]


def test_a_deleted_stack_is_found_by_its_id_only(stacks: Stacks) -> None:
    key = stacks.create({"Vpc": VPC})["StackId"]
    stacks.delete()
    assert stacks.status(key) == "DELETE_COMPLETE"
    with pytest.raises(ClientError, match="does not exist"):
        stacks.described("one")


def test_a_refusal_leaves_delete_failed_with_what_is_left(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC, "Subnet": subnet(), "Logs": log_group()})
    ec2 = aws("ec2")
    vpc = stacks.physical("Vpc")
    foreign = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.9.0/24")["Subnet"]["SubnetId"]
    assert stacks.delete()["StackStatus"] == "DELETE_FAILED"
    assert "DependencyViolation" in stacks.reason("Vpc", "DELETE_FAILED")
    left = stacks.client.describe_stack_resources(StackName="one")["StackResources"]
    assert [item["PhysicalResourceId"] for item in left] == [vpc]
    ec2.delete_subnet(SubnetId=foreign)
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"


def test_retain_keeps_a_resource(stacks: Stacks) -> None:
    stacks.create({"Logs": {**log_group(LogGroupName="kept"), "DeletionPolicy": "Retain"}})
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"
    assert aws("logs").describe_log_groups()["logGroups"]


def test_termination_protection_refuses(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC}, EnableTerminationProtection=True)
    with pytest.raises(ClientError, match="TerminationProtection"):
        stacks.delete()
    stacks.client.update_termination_protection(StackName="one", EnableTerminationProtection=False)
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"


def test_a_resource_that_is_gone_already_is_no_obstacle(stacks: Stacks) -> None:
    stacks.create({"Logs": log_group(LogGroupName="gone")})
    aws("logs").delete_log_group(logGroupName="gone")
    assert stacks.delete()["StackStatus"] == "DELETE_COMPLETE"
