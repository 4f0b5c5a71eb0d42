"""A VPC of dedicated tenancy beside reserved capacity of default tenancy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import Capacity, NeuronImage, NodeGroup, PropsError, Trn2Instance, UltraCluster, UltraServer

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
BLOCK = {"reservation_id": "cr-0aaaaaaaaaaaaaaa1", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
ID = "cr-0123456789abcdef0"
Make = Callable[..., Any]


@pytest.fixture
def stack() -> cdk.Stack:
    return cdk.Stack(cdk.App(), "Test", env=cdk.Environment(account="111122223333", region="us-east-2"))


def own_vpc(stack: cdk.Stack, tenancy: ec2.DefaultInstanceTenancy | None) -> ec2.IVpc:
    zones = {"availability_zones": ["us-east-2b"], "restrict_default_security_group": False}
    return ec2.Vpc(stack, "Vpc", default_instance_tenancy=tenancy, **zones)


def node_group(stack: cdk.Stack, vpc: ec2.IVpc, capacity: Any = None) -> None:
    given: Any = {"vpc": vpc, "subnets": vpc.private_subnets, "image": IMAGE}
    NodeGroup(stack, "G", instance_type="trn2.48xlarge", capacity=capacity or Capacity.block(BLOCK), **given)


def ultra_cluster(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    given: Any = {"vpc": vpc, "subnets": vpc.private_subnets, "image": IMAGE, "capacity": Capacity.reservation()}
    UltraCluster(stack, "G", instance_type="trn2.48xlarge", group_count=2, node_count=4, **given)


def ultra_server(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    given: Any = {"vpc": vpc, "subnets": vpc.private_subnets, "image": IMAGE}
    UltraServer(stack, "G", node_count=4, capacity=[Capacity.block(BLOCK)], **given)


def instance(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    subnet = vpc.private_subnets[0]
    Trn2Instance(stack, "G", vpc=vpc, subnet=subnet, image=IMAGE, capacity=Capacity.reservation())


@pytest.mark.parametrize(
    ("make", "code"),
    [(node_group, "TRN356"), (ultra_server, "TRN356"), (ultra_cluster, "TRN351"), (instance, "TRN351")],
)
def test_a_dedicated_vpc_takes_no_part_in_default_capacity(stack: cdk.Stack, make: Make, code: str) -> None:
    with pytest.raises(PropsError) as raised:
        make(stack, own_vpc(stack, ec2.DefaultInstanceTenancy.DEDICATED))
    assert [(problem.code, problem.prop) for problem in raised.value.problems] == [(code, "vpc")]


@pytest.mark.parametrize("tenancy", [None, ec2.DefaultInstanceTenancy.DEFAULT])
@pytest.mark.parametrize("make", [node_group, instance])
def test_a_vpc_of_default_tenancy_is_taken(
    stack: cdk.Stack, make: Make, tenancy: ec2.DefaultInstanceTenancy | None
) -> None:
    make(stack, own_vpc(stack, tenancy))
    assert stack.node.try_find_child("G") is not None


@pytest.mark.parametrize("capacity", [Capacity.spot, lambda: Capacity.reservation(reservation_id=ID)])
def test_capacity_of_unknown_or_any_tenancy_is_taken(stack: cdk.Stack, capacity: Callable[[], Any]) -> None:
    node_group(stack, own_vpc(stack, ec2.DefaultInstanceTenancy.DEDICATED), capacity())
    assert stack.node.try_find_child("G") is not None


def test_the_tenancy_of_an_imported_vpc_is_unknown(stack: cdk.Stack) -> None:
    attributes: Any = {"availability_zones": ["us-east-2b"], "private_subnet_ids": ["subnet-00000001"]}
    node_group(stack, ec2.Vpc.from_vpc_attributes(stack, "Vpc", vpc_id="vpc-00000001", **attributes))
    assert stack.node.try_find_child("G") is not None
