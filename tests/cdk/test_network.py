"""ClusterNetwork: one zone, private subnets, and nothing that is looked up."""

from ipaddress import IPv4Network
from typing import Any

import aws_cdk as cdk
import pytest

from cdk_trainium import ClusterNetwork, PropsError


def named(find: Any, stack: cdk.Stack, kind: str, word: str) -> dict[str, Any]:
    (found,) = [
        item["Properties"]
        for item in find(stack, kind)
        if any(word in tag["Value"] for tag in item["Properties"].get("Tags", []))
    ]
    props: dict[str, Any] = found
    return props


@pytest.mark.parametrize(
    ("zone", "prop"), [({"zone": "us-east-2b"}, "AvailabilityZone"), ({"zone_id": "use2-az3"}, "AvailabilityZoneId")]
)
def test_the_zone_is_what_was_said(stack: cdk.Stack, find: Any, zone: dict[str, Any], prop: str) -> None:
    ClusterNetwork(stack, "Net", **zone)
    subnets = find(stack, "AWS::EC2::Subnet")
    assert {item["Properties"][prop] for item in subnets} == set(zone.values())
    other = {"AvailabilityZone", "AvailabilityZoneId"} - {prop}
    assert not any(other & set(item["Properties"]) for item in subnets)


def test_subnets_give_no_public_addresses(stack: cdk.Stack, find: Any) -> None:
    ClusterNetwork(stack, "Net", zone="us-east-2b")
    assert all(item["Properties"]["MapPublicIpOnLaunch"] is False for item in find(stack, "AWS::EC2::Subnet"))


@pytest.mark.parametrize("cidr", ["10.0.0.0/16", "172.16.0.0/20", "192.168.1.0/25"])
def test_subnets_do_not_overlap(stack: cdk.Stack, find: Any, cidr: str) -> None:
    ClusterNetwork(stack, "Net", zone="us-east-2b", cidr=cidr)
    subnets = [IPv4Network(item["Properties"]["CidrBlock"]) for item in find(stack, "AWS::EC2::Subnet")]
    assert len(subnets) == 3
    assert all(subnet.subnet_of(IPv4Network(cidr)) for subnet in subnets)
    assert not any(one.overlaps(other) for one in subnets for other in subnets if one is not other)
    assert max(subnet.num_addresses for subnet in subnets) == IPv4Network(cidr).num_addresses // 2


def test_the_nodes_way_out_is_private(stack: cdk.Stack, find: Any) -> None:
    ClusterNetwork(stack, "Net", zone="us-east-2b")
    routes = [item["Properties"] for item in find(stack, "AWS::EC2::Route")]
    assert [("NatGatewayId" in route, "GatewayId" in route) for route in routes] == [(False, True), (True, False)]


def test_endpoints(stack: cdk.Stack, find: Any) -> None:
    ClusterNetwork(stack, "Net", zone="us-east-2b", nat=False)
    services = {item["Properties"]["ServiceName"] for item in find(stack, "AWS::EC2::VPCEndpoint")}
    wanted = ("s3", "ssm", "ssmmessages", "ecr.api", "ecr.dkr", "logs", "monitoring", "sts", "ec2")
    assert services == {f"com.amazonaws.us-east-2.{name}" for name in wanted}
    rules = named(find, stack, "AWS::EC2::Subnet", "ServiceSubnet")
    assert rules["CidrBlock"] == "10.0.0.32/27"


def test_flow_log_and_its_role(stack: cdk.Stack, find: Any) -> None:
    ClusterNetwork(stack, "Net", zone="us-east-2b")
    assert len(find(stack, "AWS::EC2::FlowLog")) == 1
    (log,), (role,) = find(stack, "AWS::EC2::FlowLog"), find(stack, "AWS::IAM::Role")
    (policy,) = role["Properties"]["Policies"]
    (statement,) = policy["PolicyDocument"]["Statement"]
    group = log["Properties"]["LogGroupName"]["Ref"]
    assert statement["Resource"] == {"Fn::GetAtt": [group, "Arn"]}
    assert "logs:PutLogEvents" in statement["Action"]


def test_everything_optional_is_optional(stack: cdk.Stack, find: Any) -> None:
    ClusterNetwork(stack, "Net", zone="us-east-2b", nat=False, endpoints=False, flow_logs=False)
    for kind in ("AWS::EC2::NatGateway", "AWS::EC2::InternetGateway", "AWS::EC2::VPCEndpoint", "AWS::EC2::FlowLog"):
        assert find(stack, kind) == [], kind
    assert len(find(stack, "AWS::EC2::Subnet")) == 1


def test_what_no_half_holds_gets_further_subnets(stack: cdk.Stack, find: Any) -> None:
    network = ClusterNetwork(stack, "Net", zone="us-east-2b", nat=False, endpoints=False, node_addresses=[60_000] * 2)
    assert list(network.seats) == [1, 2]
    blocks = [item["Properties"]["CidrBlock"] for item in find(stack, "AWS::EC2::VPCCidrBlock")]
    assert blocks == ["10.1.0.0/16", "10.2.0.0/16"]


def test_it_needs_no_region_and_guesses_no_zone(agnostic: cdk.Stack, template: Any) -> None:
    ClusterNetwork(agnostic, "Net", zone_id="use2-az3")
    text = str(template(agnostic))
    assert "dummy1" not in text
    assert "Fn::GetAZs" not in text


@pytest.mark.parametrize(
    ("props", "codes"),
    [
        ({}, ["TRN603"]),
        ({"zone": "us-east-2b", "zone_id": "use2-az3"}, ["TRN603"]),
        ({"zone": "use2-az3"}, ["TRN601"]),
        ({"zone": "dummy1a"}, ["TRN001"]),
        ({"zone": "us-east-2b", "cidr": "10.0.0.0/15"}, ["TRN001"]),
        ({"zone": "us-east-2b", "cidr": "10.0.0.0/26"}, ["TRN001"]),
    ],
)
def test_misuse(stack: cdk.Stack, props: dict[str, Any], codes: list[str]) -> None:
    with pytest.raises(PropsError) as caught:
        ClusterNetwork(stack, "Net", **props)
    assert caught.value.codes == codes
