"""What a construct warns of, and what it refuses, outside a cluster file."""

from __future__ import annotations

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2
from aws_cdk.assertions import Annotations, Match

from cdk_trainium import Capacity, NeuronImage, NodeGroup, PropsError, TrainingCluster, UltraServer
from cdk_trainium.catalog import default
from cdk_trainium.constraints.offered import regions_offering
from cdk_trainium.spec import parse_cluster

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
BLOCK = {
    "reservation_id": "cr-0123456789abcdef0",
    "start": "2026-12-07T11:30:00Z",
    "end": "2026-12-14T11:30:00Z",
}
FILE = """\
name: one
region: us-east-2
zone: us-east-2b
image: {ids: {us-east-2: ami-0123456789abcdef0}}
network: {%s}
groups:
  - {name: train, instance_type: trn2.48xlarge, node_count: 1, capacity: {kind: on-demand}}
"""


def place(stack: cdk.Stack, zone: str) -> dict[str, Any]:
    vpc = ec2.Vpc.from_vpc_attributes(stack, "Vpc", vpc_id="vpc-0123456789abcdef0", availability_zones=[zone])
    subnet = ec2.Subnet.from_subnet_attributes(
        stack, "Subnet", subnet_id="subnet-0123456789abcdef0", availability_zone=zone, route_table_id="rtb-1"
    )
    return {"vpc": vpc, "subnets": [subnet], "image": IMAGE}


def warnings(stack: cdk.Stack, id: str) -> int:
    return len(Annotations.from_stack(stack).find_warning("*", Match.string_like_regexp(id)))


def group(region: str | None, name: str, **more: Any) -> cdk.Stack:
    stack = cdk.Stack(cdk.App(), "Test", env=cdk.Environment(region=region) if region else None)
    NodeGroup(
        stack,
        "Nodes",
        instance_type=name,
        **{"capacity": Capacity.on_demand(fail_fast=False), **place(stack, f"{region}b" if region else "x"), **more},
    )
    return stack


@pytest.mark.parametrize(
    ("region", "name", "doubted"),
    [
        ("us-west-2", "trn2.48xlarge", True),
        ("us-east-2", "trn2.48xlarge", False),
        (
            "us-east-2",
            "trn1.32xlarge",
            "us-east-2" not in regions_offering(default().types["trn1.32xlarge"], default()),
        ),
        ("us-gov-west-1", "trn2.48xlarge", False),
        (None, "trn2.48xlarge", False),
    ],
)
def test_a_region_without_the_type_is_doubted_once(region: str | None, name: str, doubted: bool) -> None:
    assert warnings(group(region, name), "TRN604") == doubted


def test_a_design_synthesizes_with_the_doubt() -> None:
    stack = group("us-west-2", "trn2.48xlarge", design_only=True, capacity=None, image=None)
    assert warnings(stack, "TRN604") == 1


@pytest.mark.parametrize(
    ("region", "image", "doubted"),
    [
        ("ap-south-2", NeuronImage(floating=True), 1),
        ("us-east-2", NeuronImage(floating=True), 0),
        (None, NeuronImage(floating=True), 0),
        ("ap-south-2", IMAGE, 0),
        ("ap-south-2", NeuronImage(floating=True, ssm_parameter="/own/image"), 0),
    ],
)
def test_a_region_without_the_parameter_of_a_floating_image_is_doubted(
    region: str | None, image: NeuronImage, doubted: int
) -> None:
    assert warnings(group(region, "trn2.48xlarge", image=image), "TRN520") == doubted


EKS = NeuronImage(floating=True, family="eks-neuron", kubernetes="1.34")
JOINING = (
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="B"\n\n--B\n'
    "Content-Type: application/node.eks.aws\n\napiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\n--B--\n"
)


@pytest.mark.parametrize(
    ("image", "user_data", "doubted"),
    [
        (EKS, None, 1),
        (EKS, "yum update -y", 1),
        (EKS, JOINING, 0),
        pytest.param(EKS, cdk.Fn.import_value("script"), 0, id="token"),  # the number of a token is no name
        (NeuronImage(floating=True), None, 0),
        (IMAGE, None, 0),
    ],
)
def test_nodes_of_an_eks_image_that_nothing_tells_how_to_join_are_doubted(
    image: NeuronImage, user_data: str | None, doubted: int
) -> None:
    assert warnings(group("us-east-2", "trn2.48xlarge", image=image, user_data=user_data), "TRN525") == doubted


SCRIPT = "--B\nContent-Type: text/x-shellscript\n\n#!/bin/sh\n--B--\n"


@pytest.mark.parametrize(
    ("user_data", "doubted"),
    [
        (JOINING.replace("--B--\n", SCRIPT), 0),
        (JOINING.replace("--B--\n", SCRIPT.replace("\n\n", "\n")), 1),
        (JOINING.replace("application/node.eks.aws", "text/yaml"), 1),
    ],
)
def test_a_node_config_that_nodeadm_does_not_read_is_doubted(user_data: str, doubted: int) -> None:
    assert warnings(group("us-east-2", "trn2.48xlarge", image=EKS, user_data=user_data), "TRN521") == doubted


def test_the_doubt_can_be_acknowledged() -> None:
    stack = cdk.Stack(cdk.App(), "Test", env=cdk.Environment(region="us-west-2"))
    nodes = NodeGroup(
        stack,
        "Nodes",
        instance_type="trn2.48xlarge",
        capacity=Capacity.on_demand(fail_fast=False),
        **place(stack, "us-west-2b"),
    )
    cdk.Validations.of(nodes).acknowledge(cdk.Acknowledgment(id="TRN604", reason="offered since yesterday"))
    assert warnings(stack, "TRN604") == 0


@pytest.mark.parametrize(
    ("network", "warned"),
    [
        ("nat: false, endpoints: false", 1),
        ("nat: true, endpoints: false", 0),
        ("nat: false, endpoints: true", 0),
        ("nat: true", 0),
    ],
)
def test_a_network_without_a_way_out_is_told(network: str, warned: int) -> None:
    stack = cdk.Stack(cdk.App(), "Test", env=cdk.Environment(region="us-east-2"))
    TrainingCluster(stack, "Cluster", cluster=parse_cluster(FILE % network, where="x.yaml"))
    assert warnings(stack, "TRN613") == warned


@pytest.mark.parametrize(
    "given", [{"zone_id": "use1-az1"}, {"zone_id": "use2-az1", "zone": "us-east-1a"}, {"zone": "us-west-2b"}]
)
def test_a_zone_of_another_region_is_refused(given: dict[str, str]) -> None:
    stack = cdk.Stack(cdk.App(), "Test", env=cdk.Environment(region="us-east-2"))
    vpc = ec2.Vpc.from_vpc_attributes(stack, "Vpc", vpc_id="vpc-0123456789abcdef0", availability_zones=["x"])
    subnet = ec2.Subnet.from_subnet_id(stack, "Subnet", "subnet-0123456789abcdef0")
    one = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "image": IMAGE}
    with pytest.raises(PropsError) as caught:
        NodeGroup(stack, "Nodes", vpc=vpc, subnets=[subnet], **one, **given)
    assert set(caught.value.codes) == {"TRN602"}


def test_one_reservation_serves_one_group_of_an_app(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    props: dict[str, Any] = {
        "vpc": vpc,
        "subnets": [subnet],
        "image": IMAGE,
        "instance_type": "trn2.48xlarge",
        "capacity": Capacity.block(BLOCK),
    }
    NodeGroup(stack, "First", **props)
    with pytest.raises(PropsError) as caught:
        NodeGroup(stack, "Second", **props)
    assert caught.value.codes == ["TRN321"]
    assert "Test/First" in str(caught.value)


def test_one_block_serves_one_ultraserver(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    block = Capacity.block(BLOCK)
    with pytest.raises(PropsError) as caught:
        UltraServer(stack, "Servers", vpc=vpc, subnets=[subnet], image=IMAGE, capacity=[block, block])
    assert caught.value.codes == ["TRN321"]


def test_a_subnet_is_given_once(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    one: dict[str, Any] = {"instance_type": "trn2.48xlarge", "capacity": Capacity.on_demand(), "image": IMAGE}
    with pytest.raises(PropsError) as caught:
        NodeGroup(stack, "Nodes", vpc=vpc, subnets=[subnet, subnet], **one)
    assert [(item.code, item.prop) for item in caught.value.problems] == [("TRN009", "subnets[1]")]
