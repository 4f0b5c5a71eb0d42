"""Subnets of one zone, where CDK knows the zones late or not at all (K8-01, K6-03)."""

from collections.abc import Mapping
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import Capacity, NeuronImage, NodeGroup, PropsError, UltraCluster, UltraServer

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
BLOCK = {"reservation_id": "cr-0aaaaaaaaaaaaaaa1", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
ACCOUNT = cdk.Environment(account="111122223333", region="us-east-2")


@pytest.fixture
def account(context: Mapping[str, Any]) -> cdk.Stack:
    """A stack that CDK looks zones up for; nothing has been looked up yet."""
    return cdk.Stack(cdk.App(context=dict(context)), "Test", env=ACCOUNT)


def new_vpc(stack: cdk.Stack, **props: Any) -> ec2.Vpc:
    return ec2.Vpc(stack, "Vpc", restrict_default_security_group=False, **props)


def node_group(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any, capacity: Any = None, **props: Any) -> None:
    bought = capacity or Capacity.reservation()
    given: Any = {"vpc": vpc, "subnets": subnets, "image": IMAGE, "capacity": bought, **props}
    NodeGroup(stack, "G", instance_type="trn2.48xlarge", **given)


def ultra_server(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any) -> None:
    UltraServer(stack, "G", vpc=vpc, subnets=subnets, image=IMAGE, node_count=4, capacity=[Capacity.block(BLOCK)])


def ultra_cluster(stack: cdk.Stack, vpc: ec2.IVpc, subnets: Any, **props: Any) -> None:
    given: Any = {"vpc": vpc, "subnets": subnets, "image": IMAGE, "capacity": Capacity.reservation(), **props}
    UltraCluster(stack, "G", instance_type="trn2.48xlarge", group_count=2, node_count=4, seats=[0, 1], **given)


def subnet_of(stack: cdk.Stack, id: str, zone: str) -> ec2.ISubnet:
    return ec2.Subnet.from_subnet_attributes(
        stack, id, subnet_id="subnet-00000001", availability_zone=zone, route_table_id="rtb-1"
    )


def annotations(stack: cdk.Stack) -> list[tuple[str, str]]:
    """Return level and id of each of ours."""
    stage = cdk.Stage.of(stack)
    assert stage is not None
    found = [
        (str(one.level).rpartition(".")[2].lower(), str(one.entry.data))
        for one in stage.synth().get_stack_artifact(stack.artifact_id).messages
    ]
    return [(level, code) for level, text in found for code in ("TRN401", "TRN603") if code in text]


@pytest.mark.parametrize("make", [node_group, ultra_server, ultra_cluster])
@pytest.mark.parametrize("knows", ["stack", "agnostic"])
def test_zones_known_at_deployment_are_not_one(request: pytest.FixtureRequest, knows: str, make: Any) -> None:
    stack = request.getfixturevalue(knows)
    vpc = new_vpc(stack, max_azs=3)
    with pytest.raises(PropsError) as caught:
        make(stack, vpc, vpc.private_subnets)
    assert caught.value.codes == ["TRN401"]


def test_a_zone_given_makes_no_two_zones_one(stack: cdk.Stack) -> None:
    vpc = new_vpc(stack, max_azs=3)
    with pytest.raises(PropsError) as caught:
        node_group(stack, vpc, vpc.private_subnets, zone="us-east-2b")
    assert caught.value.codes == ["TRN401"]


def test_a_known_zone_and_one_known_late_are_not_one(stack: cdk.Stack) -> None:
    vpc = new_vpc(stack, max_azs=3)
    with pytest.raises(PropsError) as caught:
        node_group(stack, vpc, [vpc.private_subnets[0], subnet_of(stack, "Known", "us-east-2b")])
    assert caught.value.codes == ["TRN401"]


@pytest.mark.parametrize("zone", [None, "us-east-2b"])
def test_the_same_zone_known_late_is_one(stack: cdk.Stack, zone: str | None) -> None:
    vpc = new_vpc(stack, max_azs=1)
    node_group(stack, vpc, [*vpc.private_subnets, *vpc.public_subnets], zone=zone)
    assert annotations(stack) == []


def test_groups_of_an_ultracluster_stand_in_one_zone(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> None:
    with pytest.raises(PropsError) as caught:
        ultra_cluster(stack, vpc, [subnet, subnet_of(stack, "Other", "us-east-2c")])
    assert caught.value.codes == ["TRN401"]


@pytest.mark.parametrize(
    ("zone", "expected"), [(None, [("warning", "TRN401")]), ("us-east-2b", [])], ids=["untold", "vouched"]
)
def test_imported_subnets_without_a_zone(stack: cdk.Stack, vpc: ec2.IVpc, zone: str | None, expected: Any) -> None:
    subnets = [ec2.CfnSubnet.from_subnet_id(stack, f"S{at}", f"subnet-0000000{at}") for at in range(2)]
    node_group(stack, vpc, subnets, Capacity.spot(), zone=zone)
    assert annotations(stack) == expected


def test_one_imported_subnet_is_in_one_zone(stack: cdk.Stack, vpc: ec2.IVpc) -> None:
    node_group(stack, vpc, [ec2.CfnSubnet.from_subnet_id(stack, "S", "subnet-00000001")], Capacity.spot())
    assert annotations(stack) == []


@pytest.mark.parametrize("zone", [None, "us-east-2b"])
def test_a_stand_in_of_cdk_lets_cdk_look_up(account: cdk.Stack, zone: str | None) -> None:
    """An error would end the app before the CLI has asked for the zones."""
    vpc = new_vpc(account, max_azs=1)
    node_group(account, vpc, vpc.private_subnets, zone=zone)
    assert annotations(account) == [("warning", "TRN603")]


def test_a_stand_in_may_turn_out_to_be_a_known_zone(account: cdk.Stack) -> None:
    vpc = new_vpc(account, max_azs=1)
    node_group(account, vpc, [*vpc.private_subnets, subnet_of(account, "Known", "us-east-2b")])
    assert annotations(account) == [("warning", "TRN603")]


def test_a_vpc_that_is_looked_up_may_have_one_zone(account: cdk.Stack) -> None:
    vpc = ec2.Vpc.from_lookup(account, "Theirs", vpc_id="vpc-0123456789abcdef0")
    assert len(vpc.private_subnets) > 1
    node_group(account, vpc, vpc.private_subnets)
    assert annotations(account) == [("warning", "TRN603")]


def test_a_zone_looked_up_is_no_error(context: Mapping[str, Any]) -> None:
    key = "availability-zones:account=111122223333:region=us-east-2"
    stack = cdk.Stack(cdk.App(context={**context, key: ["us-east-2b"]}), "Test", env=ACCOUNT)
    vpc = new_vpc(stack, max_azs=1)
    node_group(stack, vpc, vpc.private_subnets)
    assert annotations(stack) == []


def test_new_subnets_in_several_zones_stay_so(account: cdk.Stack) -> None:
    vpc = new_vpc(account, max_azs=3)
    with pytest.raises(PropsError) as caught:
        node_group(account, vpc, vpc.private_subnets)
    assert caught.value.codes == ["TRN401"]
