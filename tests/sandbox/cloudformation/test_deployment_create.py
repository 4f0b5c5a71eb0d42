"""A stack is created as a whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import ClientError

from .conftest import aws
from .shapes import CLASH, VPC, group, log_group, subnet

if TYPE_CHECKING:
    from cdk_trainium.sandbox.state import AccountState

    from .conftest import Stacks


def test_resources_come_after_what_they_need(stacks: Stacks) -> None:
    stacks.create({"Subnet": subnet(), "Vpc": VPC})
    done = [name for name, status in stacks.events() if status == "CREATE_COMPLETE"]
    assert done == ["Vpc", "Subnet", "one"]


def test_depends_on_orders_too(stacks: Stacks) -> None:
    stacks.create({"First": {**log_group(), "DependsOn": ["Second"]}, "Second": log_group()})
    done = [name for name, status in stacks.events() if status == "CREATE_COMPLETE"]
    assert done == ["Second", "First", "one"]


def test_a_refusal_rolls_back_and_leaves_nothing(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC, "Subnet": subnet(), "Clash": {**CLASH, "DependsOn": "Subnet"}})
    assert stacks.status() == "ROLLBACK_COMPLETE"
    assert "InvalidSubnet.Conflict" in stacks.reason("Clash", "CREATE_FAILED")
    assert not stacks.client.describe_stack_resources(StackName="one")["StackResources"]
    vpcs = aws("ec2").describe_vpcs(Filters=[{"Name": "cidr", "Values": ["10.0.0.0/16"]}])["Vpcs"]
    assert not vpcs


def test_without_rollback_what_was_made_stays(stacks: Stacks) -> None:
    resources = {"Vpc": VPC, "Subnet": subnet(), "Clash": {**CLASH, "DependsOn": "Subnet"}}
    stacks.create(resources, DisableRollback=True)
    assert stacks.status() == "CREATE_FAILED"
    assert stacks.physical("Vpc").startswith("vpc-")


def test_a_group_that_cannot_launch_fails_with_the_refusals_code(account: AccountState, stacks: Stacks) -> None:
    account.settings.granted_vcpus = None
    stacks.create(group(1, type="trn2.48xlarge"))
    assert stacks.status() == "ROLLBACK_COMPLETE"
    assert "VcpuLimitExceeded" in stacks.reason("Group", "CREATE_FAILED")
    assert not aws("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]


def test_a_foreign_group_of_the_same_name_survives_the_rollback(stacks: Stacks) -> None:
    stacks.create(group(0, AutoScalingGroupName="taken"))
    stacks.create(group(0, AutoScalingGroupName="taken"), name="two")
    assert stacks.status("two") == "ROLLBACK_COMPLETE"
    found = aws("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]
    assert [item["AutoScalingGroupName"] for item in found] == ["taken"]


@pytest.mark.parametrize("kind", ["AWS::Lambda::Function", "Custom::Thing", "AWS::CloudFormation::CustomResource"])
def test_a_type_that_is_not_simulated_stops_the_deployment(stacks: Stacks, kind: str) -> None:
    with pytest.raises(ClientError, match=kind):
        stacks.create({"Vpc": VPC, "Other": {"Type": kind}})
    assert not stacks.client.list_stacks()["StackSummaries"]


def test_a_type_behind_a_false_condition_is_no_obstacle(stacks: Stacks) -> None:
    never = {"Fn::Equals": ["a", "b"]}
    other = {"Type": "AWS::Lambda::Function", "Condition": "Never"}
    assert stacks.create({"Vpc": VPC, "Other": other}, conditions={"Never": never})["StackStatus"] == "CREATE_COMPLETE"


def test_an_unknown_property_fails_the_resource(stacks: Stacks) -> None:
    stacks.create({"Logs": log_group(), "Address": {"Type": "AWS::EC2::EIP", "Properties": {"Size": 1}}})
    assert "Size" in stacks.reason("Address", "CREATE_FAILED")
    assert stacks.status() == "ROLLBACK_COMPLETE"


def test_the_same_name_twice_is_refused(stacks: Stacks) -> None:
    stacks.create({"Vpc": VPC})
    with pytest.raises(ClientError) as caught:
        stacks.create({"Vpc": VPC})
    assert caught.value.response["Error"]["Code"] == "AlreadyExistsException"


def role(**props: Any) -> dict[str, Any]:
    trust = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "*"}]}
    return {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": trust, **props}}


@pytest.mark.parametrize(
    ("resource", "given", "wanted"),
    [
        (role(), [], "CAPABILITY_IAM"),
        (role(RoleName="x"), ["CAPABILITY_IAM"], "CAPABILITY_NAMED_IAM"),
    ],
)
def test_iam_needs_a_capability(stacks: Stacks, resource: Any, given: list[str], wanted: str) -> None:
    with pytest.raises(ClientError) as caught:
        stacks.create({"Role": resource}, Capabilities=given)
    assert caught.value.response["Error"]["Code"] == "InsufficientCapabilitiesException"
    assert wanted in str(caught.value)


def test_iam_with_its_capability_is_created(stacks: Stacks) -> None:
    assert stacks.create({"Role": role()}, Capabilities=["CAPABILITY_IAM"])["StackStatus"] == "CREATE_COMPLETE"


def test_stack_tags_reach_resources_and_their_own_tags_win(stacks: Stacks) -> None:
    own = {"Key": "team", "Value": "own"}
    resources = {"Vpc": VPC, "Subnet": subnet(Tags=[own])}
    tags = [{"Key": "team", "Value": "stack"}, {"Key": "cost", "Value": "1"}]
    stacks.create(resources, Tags=tags)
    found = aws("ec2").describe_subnets(SubnetIds=[stacks.physical("Subnet")])["Subnets"][0]["Tags"]
    shown = {item["Key"]: item["Value"] for item in found if not item["Key"].startswith("aws:")}
    assert shown == {"team": "own", "cost": "1"}
