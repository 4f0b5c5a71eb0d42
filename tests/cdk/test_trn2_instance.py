"""Trn2Instance: one node, launched with its stack."""

from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk import aws_ec2 as ec2

from cdk_trainium import Capacity, NeuronImage, PropsError, Trn2Instance

IMAGE = NeuronImage(id="ami-0123456789abcdef0")
BLOCK = {"reservation_id": "cr-0123456789abcdef0", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}


@pytest.fixture
def make(stack: cdk.Stack, vpc: ec2.IVpc, subnet: ec2.ISubnet) -> Any:
    return lambda **props: Trn2Instance(
        stack, "Node", vpc=vpc, subnet=subnet, image=IMAGE, **{"capacity": Capacity.on_demand(), **props}
    )


@pytest.fixture
def data(stack: cdk.Stack, find: Any) -> Any:
    def found() -> dict[str, Any]:
        (one,) = find(stack, "AWS::EC2::LaunchTemplate")
        props: dict[str, Any] = one["Properties"]["LaunchTemplateData"]
        return props

    return found


def test_it_is_launched_from_its_template(make: Any, stack: cdk.Stack, find: Any, data: Any) -> None:
    made = make(instance_type="trn2.3xlarge")
    (instance,) = find(stack, "AWS::EC2::Instance")
    assert list(instance["Properties"]) == ["LaunchTemplate"]
    assert data()["InstanceType"] == "trn2.3xlarge"
    assert [item["SubnetId"] for item in data()["NetworkInterfaces"]] == ["subnet-0123456789abcdef0"]
    assert stack.resolve(made.instance_id) == {"Ref": stack.get_logical_id(made.instance)}


def test_on_demand_fails_fast(make: Any, stack: cdk.Stack, find: Any, data: Any) -> None:
    make()
    (reservation,) = find(stack, "AWS::EC2::CapacityReservation")
    assert reservation["Properties"]["InstanceCount"] == 1
    specification = data()["CapacityReservationSpecification"]
    assert list(specification) == ["CapacityReservationTarget"]


def test_an_existing_odcr_and_its_placement_group(make: Any, data: Any) -> None:
    make(capacity=Capacity.reservation("cr-0123456789abcdef0", placement_group="theirs"))
    target = data()["CapacityReservationSpecification"]["CapacityReservationTarget"]
    assert target == {"CapacityReservationId": "cr-0123456789abcdef0"}
    assert data()["Placement"] == {"GroupName": "theirs"}


def test_an_active_block(make: Any, stack: cdk.Stack, find: Any, data: Any) -> None:
    make(capacity=Capacity.block(BLOCK, phase="active"))
    assert data()["InstanceMarketOptions"] == {"MarketType": "capacity-block"}
    assert find(stack, "AWS::EC2::CapacityReservation") == []


@pytest.mark.parametrize(
    ("props", "codes"),
    [
        ({"capacity": Capacity.block(BLOCK)}, ["TRN323"]),
        ({"instance_type": "trn2u.48xlarge", "capacity": Capacity.block(BLOCK, phase="active")}, ["TRN319"]),
        ({"instance_type": "trn1.32xlarge"}, ["TRN013"]),
        ({"layout": "cards"}, ["TRN001"]),
    ],
)
def test_misuse(make: Any, props: dict[str, Any], codes: list[str]) -> None:
    with pytest.raises(PropsError) as caught:
        make(**props)
    assert caught.value.codes == codes


def test_every_bad_prop_is_told_at_once(make: Any) -> None:
    with pytest.raises(PropsError) as raised:
        make(instance_type="trn1.32xlarge", root_volume_gib=-1, role="x", layout="x")
    told = {(item.code, item.prop) for item in raised.value.problems}
    assert told >= {
        ("TRN013", "instance_type"),
        ("TRN001", "root_volume_gib"),
        ("TRN001", "role"),
        ("TRN001", "layout"),
    }


def test_capacity_as_a_cluster_file_writes_it(make: Any, data: Any) -> None:
    make(capacity={"kind": "reservation", "reservation_id": "cr-0123456789abcdef0"})
    target = data()["CapacityReservationSpecification"]["CapacityReservationTarget"]
    assert target == {"CapacityReservationId": "cr-0123456789abcdef0"}


def test_a_block_that_has_not_started_as_a_cluster_file_writes_it(make: Any) -> None:
    with pytest.raises(PropsError) as raised:
        make(capacity={"kind": "capacity-block", "blocks": [BLOCK]})
    assert [item.code for item in raised.value.problems] == ["TRN323"]
