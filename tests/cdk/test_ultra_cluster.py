"""UltraCluster: identical groups, and where they go when one template cannot hold them."""

import json
from pathlib import Path
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import Capacity, NeuronImage, PropsError, UltraCluster
from cdk_trainium.cdk.partition import GROUPS_HERE, GROUPS_PER_NESTED, NESTED_PER_TREE


def make(scope: cdk.Stack, **props: Any) -> UltraCluster:
    vpc = ec2.Vpc.from_vpc_attributes(scope, "Vpc", vpc_id="vpc-0123456789abcdef0", availability_zones=["us-east-2b"])
    subnet = ec2.Subnet.from_subnet_attributes(
        scope, "Subnet", subnet_id="subnet-00000001", availability_zone="us-east-2b", route_table_id="rtb-1"
    )
    given = {
        "instance_type": "trn2.48xlarge",
        "group_count": 3,
        "node_count": 16,
        "capacity": Capacity.reservation(),
        "image": NeuronImage(id="ami-0123456789abcdef0"),
        **props,
    }
    return UltraCluster(scope, "Pods", vpc=vpc, subnets=[subnet], **given)


def test_groups_share_template_security_group_and_placement_group(stack: cdk.Stack, find: Any) -> None:
    make(stack)
    assert len(find(stack, "AWS::AutoScaling::AutoScalingGroup")) == 3
    assert len(find(stack, "AWS::EC2::CapacityReservation")) == 3
    for kind in ("AWS::EC2::LaunchTemplate", "AWS::EC2::SecurityGroup", "AWS::EC2::PlacementGroup"):
        assert len(find(stack, kind)) == 1, kind


def test_each_group_its_own_placement_group(stack: cdk.Stack, find: Any) -> None:
    make(stack, placement="per-group")
    assert len(find(stack, "AWS::EC2::PlacementGroup")) == 3


def test_an_existing_placement_group(stack: cdk.Stack, find: Any) -> None:
    make(stack, placement_group="theirs")
    assert find(stack, "AWS::EC2::PlacementGroup") == []
    groups = find(stack, "AWS::AutoScaling::AutoScalingGroup")
    assert {item["Properties"]["PlacementGroup"] for item in groups} == {"theirs"}


BLOCK = {"reservation_id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}


@pytest.mark.parametrize(
    ("props", "code"),
    [
        ({"group_count": 0}, "TRN001"),
        ({"placement": "spread"}, "TRN001"),
        ({"capacity": Capacity.block(BLOCK)}, "TRN321"),
        ({"capacity": Capacity.reservation("cr-0123456789abcdef0")}, "TRN321"),
    ],
)
def test_misuse(stack: cdk.Stack, props: dict[str, Any], code: str) -> None:
    with pytest.raises(PropsError) as caught:
        make(stack, **props)
    assert caught.value.codes == [code]


@pytest.fixture(scope="module")
def large(context: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """One group more than the first tree holds, with three resources each."""
    app = cdk.App(context=dict(context), outdir=str(tmp_path_factory.mktemp("large")))
    stack = cdk.Stack(app, "Large", env=cdk.Environment(region="us-east-2"))
    count = GROUPS_HERE + GROUPS_PER_NESTED * NESTED_PER_TREE + 1
    make(stack, placement="per-group", group_count=count, design_only=True)
    out = Path(app.synth().directory)
    return {path.name: json.loads(path.read_text()) for path in out.glob("*.template.json")}


def test_a_nested_template_stays_under_500_resources(large: Any) -> None:
    sizes = {name: len(template["Resources"]) for name, template in large.items()}
    assert max(sizes.values()) < 500
    assert max(len(json.dumps(template, indent=1)) for template in large.values()) < 1_000_000


def test_a_tree_stays_under_2500_resources(large: Any) -> None:
    """The further stack is a tree of its own: its nested stacks are named after it."""
    trees: dict[bool, int] = {True: 0, False: 0}
    for name, template in large.items():
        trees["Stack2" in name] += len(template["Resources"])
    assert 0 < trees[True] < 2500
    assert 0 < trees[False] < 2500


def test_every_group_is_there_once(large: Any) -> None:
    kinds = [item["Type"] for template in large.values() for item in template["Resources"].values()]
    assert kinds.count("AWS::AutoScaling::AutoScalingGroup") == GROUPS_HERE + GROUPS_PER_NESTED * NESTED_PER_TREE + 1
    assert kinds.count("AWS::EC2::LaunchTemplate") == 1


def test_no_template_of_a_design_can_be_deployed(large: Any) -> None:
    assert all("DesignOnly" in template["Rules"] for template in large.values())


def test_growing_moves_no_group(context: Any) -> None:
    """A group that moves to another stack is a group replaced."""
    found = []
    for count in (GROUPS_HERE, GROUPS_HERE + 2):
        stack = cdk.Stack(cdk.App(context=dict(context)), "Grown", env=cdk.Environment(region="us-east-2"))
        make(stack, group_count=count, capacity=Capacity.on_demand(fail_fast=False))
        stage = cdk.Stage.of(stack)
        assert stage is not None
        found.append(stage.synth().get_stack_artifact(stack.artifact_id).template["Resources"])
    small, grown = found
    assert set(grown) - set(small) == {name for name in grown if "NestedStack" in name}
    assert set(small) <= set(grown)
