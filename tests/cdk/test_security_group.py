"""EfaSecurityGroup: both self rules, always, as resources of their own (K1-07)."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import Capacity, EfaSecurityGroup, NeuronImage, NodeGroup, Trn2Instance, UltraCluster, UltraServer


def self_rules(find: Any, stack: cdk.Stack) -> tuple[list[Any], list[Any]]:
    ingress = [item["Properties"] for item in find(stack, "AWS::EC2::SecurityGroupIngress")]
    egress = [item["Properties"] for item in find(stack, "AWS::EC2::SecurityGroupEgress")]
    return (
        [item for item in ingress if item["IpProtocol"] == "-1" and item["GroupId"] == item["SourceSecurityGroupId"]],
        [
            item
            for item in egress
            if item["IpProtocol"] == "-1" and item["GroupId"] == item["DestinationSecurityGroupId"]
        ],
    )


@pytest.mark.parametrize("outbound", [True, False])
def test_a_new_group_has_both_rules(stack: cdk.Stack, vpc: ec2.IVpc, find: Any, outbound: bool) -> None:
    EfaSecurityGroup(stack, "Efa", vpc=vpc, allow_all_outbound=outbound)
    ingress, egress = self_rules(find, stack)
    assert (len(ingress), len(egress)) == (1, 1)
    (group,) = find(stack, "AWS::EC2::SecurityGroup")
    cidrs = {rule["CidrIp"] for rule in group["Properties"]["SecurityGroupEgress"]}
    assert ("0.0.0.0/0" in cidrs) is outbound


def test_an_existing_group_gets_both_rules(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    theirs = ec2.SecurityGroup.from_security_group_id(stack, "Theirs", "sg-0123456789abcdef0")
    EfaSecurityGroup(stack, "Efa", vpc=vpc, security_group=theirs)
    ingress, egress = self_rules(find, stack)
    assert [ingress[0]["GroupId"], egress[0]["GroupId"]] == ["sg-0123456789abcdef0"] * 2
    assert find(stack, "AWS::EC2::SecurityGroup") == []


def test_it_is_connectable(stack: cdk.Stack, vpc: ec2.IVpc, find: Any) -> None:
    group = EfaSecurityGroup(stack, "Efa", vpc=vpc)
    ec2.SecurityGroup(stack, "Other", vpc=vpc).connections.allow_to(group, ec2.Port.tcp(2049))
    ports = [item["Properties"].get("FromPort") for item in find(stack, "AWS::EC2::SecurityGroupIngress")]
    assert 2049 in ports


ONE: dict[str, Any] = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand()}
KINDS: dict[Any, dict[str, Any]] = {
    NodeGroup: ONE,
    UltraCluster: {**ONE, "group_count": 2, "node_count": 4},
    UltraServer: {"node_count": 4, "design_only": True},
    Trn2Instance: ONE,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_plain_group_is_completed_once(
    stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet, find: Any, kind: Any
) -> None:
    place: dict[str, Any] = {"subnet": subnet} if kind is Trn2Instance else {"subnets": [subnet]}
    plain = ec2.SecurityGroup(stack, "Plain", vpc=vpc)
    image = NeuronImage(id="ami-0123456789abcdef0")
    for name in ("One", "Two"):
        kind(stack, name, vpc=vpc, security_group=plain, image=image, **place, **KINDS[kind])
    ingress, egress = self_rules(find, stack)
    assert (len(ingress), len(egress)) == (1, 1)
    assert len(find(stack, "AWS::EC2::SecurityGroup")) == 1
    for template in find(stack, "AWS::EC2::LaunchTemplate"):
        cards = template["Properties"]["LaunchTemplateData"]["NetworkInterfaces"]
        assert all(card["Groups"] == [ingress[0]["GroupId"]] for card in cards)
