"""CloudFormation's own tags stand on what a stack made, so that a deployed plan is not counted twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3

from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.findings import Status
from cdk_trainium.preflight import run
from cdk_trainium.template import load

from .conftest import aws
from .shapes import VPC, group, subnet

if TYPE_CHECKING:
    from cdk_trainium.sandbox.state import AccountState

    from .conftest import Stacks

NAME, ID, LOGICAL = (f"aws:cloudformation:{word}" for word in ("stack-name", "stack-id", "logical-id"))
NETWORK = {
    "Vpc": VPC,
    "Subnet": subnet(),
    "Gateway": {"Type": "AWS::EC2::InternetGateway"},
    "Address": {"Type": "AWS::EC2::EIP", "Properties": {"Domain": "vpc"}},
    "Near": {"Type": "AWS::EC2::PlacementGroup", "Properties": {"Strategy": "cluster"}},
    "Rules": {
        "Type": "AWS::EC2::SecurityGroup",
        "Properties": {"GroupDescription": "x", "VpcId": {"Ref": "Vpc"}},
    },
}


def tags(item: dict[str, Any]) -> dict[str, str]:
    return {tag["Key"]: tag["Value"] for tag in item.get("Tags", [])}


def test_every_ec2_resource_of_a_stack_shows_them(stacks: Stacks) -> None:
    stack = stacks.create(NETWORK)
    listed = {
        "Vpc": ("describe_vpcs", "Vpcs"),
        "Subnet": ("describe_subnets", "Subnets"),
        "Gateway": ("describe_internet_gateways", "InternetGateways"),
        "Address": ("describe_addresses", "Addresses"),
        "Near": ("describe_placement_groups", "PlacementGroups"),
        "Rules": ("describe_security_groups", "SecurityGroups"),
    }
    for logical, (operation, rows) in listed.items():
        found = [tags(item) for item in getattr(aws("ec2"), operation)()[rows]]
        own = {NAME: "one", ID: stack["StackId"], LOGICAL: logical}
        assert [one for one in found if own.items() <= one.items()] == [own], logical


def test_a_group_hands_them_to_its_nodes(stacks: Stacks) -> None:
    stack = stacks.create(group(2, type="trn2.48xlarge"))
    (made,) = aws("autoscaling").describe_auto_scaling_groups()["AutoScalingGroups"]
    own = {NAME: "one", ID: stack["StackId"], LOGICAL: "Group"}
    assert own.items() <= tags(made).items()
    nodes = [item for one in aws("ec2").describe_instances()["Reservations"] for item in one["Instances"]]
    assert len(nodes) == 2
    assert all(own.items() <= tags(item).items() for item in nodes)


def test_an_update_keeps_them(stacks: Stacks) -> None:
    stacks.create(group(1, type="trn2.48xlarge"))
    stacks.update(group(2, type="trn2.48xlarge", Tags=[{"Key": "a", "Value": "b", "PropagateAtLaunch": True}]))
    assert stacks.status() == "UPDATE_COMPLETE"
    nodes = [item for one in aws("ec2").describe_instances()["Reservations"] for item in one["Instances"]]
    assert {tags(item)[LOGICAL] for item in nodes} == {"Group"}


def test_a_deployed_plan_still_fits_a_quota_of_its_exact_size(
    account: AccountState, stacks: Stacks, tmp_path: Path
) -> None:
    account.settings.quotas |= {"L-2C3B7624": 384.0, "L-F678F1CE": 2.0}
    resources = group(2, type="trn2.48xlarge", MaxSize="2")
    assert stacks.create(resources)["StackStatus"] == "CREATE_COMPLETE"
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"Resources": resources}), encoding="utf-8")
    (demand,) = from_templates(load([path], region="us-east-2").templates)
    checks = ["quota-on-demand", "quota-vpcs", "quota-auto-scaling-groups"]

    def ended(stack: str) -> set[Status]:
        mine = demand.model_copy(update={"stacks": (stack,)})
        return {item.status for item in run(mine, session=boto3.Session(), checks=checks).results}

    assert ended("one") == {Status.PASS}
    assert Status.FAIL in ended("another")
