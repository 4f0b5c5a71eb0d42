"""The customer key of volumes: Auto Scaling may use it wherever one of our groups launches with it."""

from __future__ import annotations

import json
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from aws_cdk import aws_kms as kms

from cdk_trainium import (
    Capacity,
    EfaSecurityGroup,
    NeuronImage,
    NodeGroup,
    NodeLaunchTemplate,
    Trn2Instance,
    UltraCluster,
)
from cdk_trainium.constraints.key_policy import KeyAccess, key_access

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
NODE = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "image": IMAGE}
SIDS = {"AutoScalingUsesTheKey", "AutoScalingGrantsTheKey"}


def ours(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    (key,) = found
    return [item for item in key["Properties"]["KeyPolicy"]["Statement"] if item.get("Sid") in SIDS]


def test_a_group_may_use_the_key_of_its_app(stack: cdk.Stack, vpc: ec2.IVpc, subnet: Any, find: Any) -> None:
    NodeGroup(stack, "Group", vpc=vpc, subnets=[subnet], encryption_key=kms.Key(stack, "Key"), **NODE)
    use, grant = ours(find(stack, "AWS::KMS::Key"))
    assert use["Principal"] == grant["Principal"]
    role = "AWSServiceRoleForAutoScaling"
    assert json.dumps(use["Principal"]).count(f":role/aws-service-role/autoscaling.amazonaws.com/{role}") == 1
    assert grant["Condition"] == {"Bool": {"kms:GrantIsForAWSResource": True}}
    plain = {"Statement": [{**item, "Principal": {"AWS": f"x/{role}"}} for item in (use, grant)]}
    assert key_access(plain, role) == KeyAccess(())


def test_groups_that_share_a_key_write_each_statement_once(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: Any, find: Any
) -> None:
    key = kms.Key(stack, "Key")
    for name in "AB":
        NodeGroup(stack, name, vpc=vpc, subnets=[subnet], encryption_key=key, **NODE)
    UltraCluster(stack, "C", vpc=vpc, subnets=[subnet], group_count=2, node_count=2, encryption_key=key, **NODE)
    assert [item["Sid"] for item in ours(find(stack, "AWS::KMS::Key"))] == [*sorted(SIDS, reverse=True)]


def test_a_shared_launch_template_lets_auto_scaling_use_its_key(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: Any, find: Any
) -> None:
    group = EfaSecurityGroup(stack, "Sg", vpc=vpc)
    shared = NodeLaunchTemplate(stack, "Lt", security_group=group, encryption_key=kms.Key(stack, "Key"), **NODE)
    NodeGroup(stack, "A", vpc=vpc, subnets=[subnet], launch_template=shared, **{**NODE, "image": None})
    assert len(ours(find(stack, "AWS::KMS::Key"))) == 2


def test_what_no_group_launches_leaves_the_key_alone(stack: cdk.Stack, vpc: ec2.IVpc, subnet: Any, find: Any) -> None:
    Trn2Instance(
        stack,
        "One",
        vpc=vpc,
        subnet=subnet,
        encryption_key=kms.Key(stack, "Key"),
        **{**NODE, "instance_type": "trn2.3xlarge"},
    )
    assert ours(find(stack, "AWS::KMS::Key")) == []


@pytest.mark.parametrize("behind", [False, True])
def test_a_key_of_another_stack_depends_on_no_group(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: Any, find: Any, behind: bool
) -> None:
    keys = cdk.Stack(stack.node.root, "Keys", env=cdk.Environment(region=stack.region))
    key: kms.IKey = kms.Key(keys, "Key")
    if behind:
        key = kms.Alias(keys, "Alias", alias_name="alias/nodes", target_key=key)
    NodeGroup(stack, "Group", vpc=vpc, subnets=[subnet], encryption_key=key, **NODE)
    assert len(ours(find(keys, "AWS::KMS::Key"))) == 2
    assert keys.dependencies == []


def test_an_imported_key_is_taken_as_it_is(stack: cdk.Stack, vpc: ec2.IVpc, subnet: Any, find: Any) -> None:
    key = kms.Key.from_key_arn(stack, "Key", f"arn:aws:kms:{stack.region}:111122223333:key/1234abcd")
    NodeGroup(stack, "Group", vpc=vpc, subnets=[subnet], encryption_key=key, **NODE)
    assert find(stack, "AWS::KMS::Key") == []
