from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox.clock import Clock
from cdk_trainium.sandbox.state import AccountState
from cdk_trainium.sandbox.timeline import advance

from .codes import refused


def reserve(ec2: Any, **more: Any) -> dict[str, Any]:
    request = {
        "InstanceType": "trn2.48xlarge",
        "InstancePlatform": "Linux/UNIX",
        "AvailabilityZone": "us-east-2a",
        "InstanceCount": 2,
        "InstanceMatchCriteria": "targeted",
    }
    answer: dict[str, Any] = ec2.create_capacity_reservation(**(request | more))["CapacityReservation"]
    return answer


def free(ec2: Any, reservation: dict[str, Any]) -> int:
    found = ec2.describe_capacity_reservations(CapacityReservationIds=[reservation["CapacityReservationId"]])
    return int(found["CapacityReservations"][0]["AvailableInstanceCount"])


def target(reservation: dict[str, Any]) -> dict[str, Any]:
    return {"CapacityReservationTarget": {"CapacityReservationId": reservation["CapacityReservationId"]}}


def test_a_named_reservation_counts_down_and_refuses_the_third_node(ec2: Any, network: Any) -> None:
    reservation = reserve(ec2)
    answer = network.launch(count=2, CapacityReservationSpecification=target(reservation))
    assert free(ec2, reservation) == 0
    assert {item["CapacityReservationId"] for item in answer["Instances"]} == {reservation["CapacityReservationId"]}
    with refused("ReservationCapacityExceeded"):
        network.launch(CapacityReservationSpecification=target(reservation))
    ec2.terminate_instances(InstanceIds=[answer["Instances"][0]["InstanceId"]])
    assert free(ec2, reservation) == 1
    network.launch(CapacityReservationSpecification=target(reservation))


def test_a_targeted_reservation_is_not_used_by_a_launch_that_does_not_name_it(ec2: Any, network: Any) -> None:
    reservation = reserve(ec2)
    instance = network.launch()["Instances"][0]
    assert "CapacityReservationId" not in instance
    assert free(ec2, reservation) == 2


def test_an_open_reservation_is_used_then_the_launch_falls_back_to_on_demand(ec2: Any, network: Any) -> None:
    reservation = reserve(ec2, InstanceMatchCriteria="open", InstanceCount=1)
    instances = network.launch(count=2)["Instances"]
    assert [item.get("CapacityReservationId") for item in instances] == [reservation["CapacityReservationId"], None]


def test_reservations_only_refuses_instead_of_falling_back(ec2: Any, network: Any) -> None:
    only = {"CapacityReservationPreference": "capacity-reservations-only"}
    with refused("ReservationCapacityExceeded"):
        network.launch(CapacityReservationSpecification=only)
    reserve(ec2, InstanceMatchCriteria="open", InstanceCount=1)
    assert network.launch(CapacityReservationSpecification=only)["Instances"][0]["CapacityReservationId"]


@pytest.mark.parametrize(
    "other",
    [
        {"InstanceType": "p5en.48xlarge"},
        {"AvailabilityZone": "us-east-2b"},
        {"InstancePlatform": "Red Hat Enterprise Linux"},
    ],
    ids=["type", "zone", "platform"],
)
def test_a_reservation_takes_nodes_that_fit_only(ec2: Any, network: Any, other: dict[str, str]) -> None:
    reservation = reserve(ec2, **other)
    with refused("ReservationCapacityExceeded"):
        network.launch(CapacityReservationSpecification=target(reservation))


def test_a_launch_that_names_no_placement_group_runs_in_the_reservation_of_one(ec2: Any, network: Any) -> None:
    """EC2 User Guide, cr-cpg: into the reservation, and not directly attached to the group."""
    group = ec2.create_placement_group(GroupName="near", Strategy="cluster")["PlacementGroup"]
    reservation = reserve(ec2, PlacementGroupArn=group["GroupArn"])
    node = network.launch(CapacityReservationSpecification=target(reservation))["Instances"][0]
    assert node["CapacityReservationId"] == reservation["CapacityReservationId"]
    assert not node["Placement"].get("GroupName")


@pytest.mark.parametrize("key", ["GroupName", "GroupId"])
def test_a_launch_names_the_placement_group_of_its_reservation_or_none(ec2: Any, network: Any, key: str) -> None:
    near, far = (
        ec2.create_placement_group(GroupName=name, Strategy="cluster")["PlacementGroup"] for name in ("near", "far")
    )
    reservation = reserve(ec2, PlacementGroupArn=near["GroupArn"])
    named = target(reservation)
    assert network.launch(CapacityReservationSpecification=named, Placement={key: near[key]})["Instances"]
    with refused("ReservationCapacityExceeded"):
        network.launch(CapacityReservationSpecification=named, Placement={key: far[key]})


def test_an_open_reservation_in_a_placement_group_waits_for_launches_into_it(ec2: Any, network: Any) -> None:
    group = ec2.create_placement_group(GroupName="near", Strategy="cluster")["PlacementGroup"]
    reserve(ec2, PlacementGroupArn=group["GroupArn"], InstanceMatchCriteria="open", InstanceCount=1)
    assert "CapacityReservationId" not in network.launch()["Instances"][0]
    assert "CapacityReservationId" in network.launch(Placement={"GroupName": "near"})["Instances"][0]


def test_pages_and_filters(ec2: Any) -> None:
    for zone in ("us-east-2a", "us-east-2b", "us-east-2c"):
        reserve(ec2, AvailabilityZone=zone)
    first = ec2.describe_capacity_reservations(MaxResults=2)
    rest = ec2.describe_capacity_reservations(MaxResults=2, NextToken=first["NextToken"])
    assert [len(first["CapacityReservations"]), len(rest["CapacityReservations"])] == [2, 1]
    assert "NextToken" not in rest
    wild = ec2.describe_capacity_reservations(Filters=[{"Name": "availability-zone", "Values": ["*b"]}])
    assert [item["AvailabilityZone"] for item in wild["CapacityReservations"]] == ["us-east-2b"]
    with refused("InvalidParameterValue"):
        ec2.describe_capacity_reservations(Filters=[{"Name": "colour", "Values": ["red"]}])


def test_modify_changes_count_and_end(ec2: Any, network: Any) -> None:
    reservation = reserve(ec2)
    network.launch(count=2, CapacityReservationSpecification=target(reservation))
    with refused("InvalidParameterValue"):
        ec2.modify_capacity_reservation(CapacityReservationId=reservation["CapacityReservationId"], InstanceCount=1)
    ec2.modify_capacity_reservation(
        CapacityReservationId=reservation["CapacityReservationId"],
        InstanceCount=3,
        EndDateType="limited",
        EndDate=datetime(2030, 1, 1, tzinfo=UTC),
    )
    found = ec2.describe_capacity_reservations()["CapacityReservations"][0]
    assert (found["TotalInstanceCount"], found["EndDateType"]) == (3, "limited")


def test_a_cancelled_reservation_leaves_its_nodes_running_and_takes_no_more(ec2: Any, network: Any) -> None:
    reservation = reserve(ec2)
    network.launch(CapacityReservationSpecification=target(reservation))
    ec2.cancel_capacity_reservation(CapacityReservationId=reservation["CapacityReservationId"])
    instance = ec2.describe_instances()["Reservations"][0]["Instances"][0]
    assert instance["State"]["Name"] == "running"
    assert "CapacityReservationId" not in instance
    with refused("ReservationCapacityExceeded"):
        network.launch(CapacityReservationSpecification=target(reservation))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"InstanceCount": 1001}, "InvalidParameterValue"),
        ({"AvailabilityZone": "us-east-1a"}, "InvalidParameterValue"),
        ({"InstanceType": "trn2u.48xlarge"}, "Unsupported"),
        ({"AvailabilityZone": ""}, "MissingParameter"),
    ],
)
def test_impossible_requests_are_refused(ec2: Any, given: dict[str, Any], code: str) -> None:
    with refused(code):
        reserve(ec2, **given)
    reserve(ec2)


@pytest.mark.parametrize(
    ("id", "code"),
    [
        ("cr-0aaaaaaaaaaaaaaa1", "InvalidCapacityReservationId.NotFound"),
        ("cb-0aaaaaaaaaaaaaaa1", "InvalidCapacityReservationId.Malformed"),
    ],
)
def test_unknown_ids_are_refused(ec2: Any, id: str, code: str) -> None:
    with refused(code):
        ec2.describe_capacity_reservations(CapacityReservationIds=[id])


def test_a_resource_group_of_reservations_falls_back_when_it_is_full(ec2: Any, network: Any) -> None:
    reservation = reserve(ec2, InstanceCount=1)
    pools = boto3.client("resource-groups")
    made = pools.create_group(Name="pool", Configuration=[{"Type": "AWS::EC2::CapacityReservationPool"}])
    arn = made["Group"]["GroupArn"]
    pools.group_resources(Group="pool", ResourceArns=[reservation["CapacityReservationArn"]])
    pool = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": arn}}
    instances = network.launch(count=2, CapacityReservationSpecification=pool)["Instances"]
    assert [item.get("CapacityReservationId") for item in instances] == [reservation["CapacityReservationId"], None]
    with refused("ReservationCapacityExceeded"):
        network.launch(
            CapacityReservationSpecification=pool | {"CapacityReservationPreference": "capacity-reservations-only"}
        )


def test_a_resource_group_fills_reservations_outside_of_placement_groups_first(ec2: Any, network: Any) -> None:
    group = ec2.create_placement_group(GroupName="near", Strategy="cluster")["PlacementGroup"]
    inside, outside = (reserve(ec2, InstanceCount=1, **more) for more in ({"PlacementGroupArn": group["GroupArn"]}, {}))
    pools = boto3.client("resource-groups")
    made = pools.create_group(Name="pool", Configuration=[{"Type": "AWS::EC2::CapacityReservationPool"}])
    pools.group_resources(Group="pool", ResourceArns=[one["CapacityReservationArn"] for one in (inside, outside)])
    pool = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": made["Group"]["GroupArn"]}}
    used = [network.launch(CapacityReservationSpecification=pool)["Instances"][0] for _ in range(2)]
    assert [one["CapacityReservationId"] for one in used] == [one["CapacityReservationId"] for one in (outside, inside)]


def test_a_reservation_ends_at_its_end_date_and_its_nodes_run_on(account: AccountState, ec2: Any, network: Any) -> None:
    account.settings.clock = Clock(datetime(2029, 12, 31, tzinfo=UTC))
    reservation = reserve(ec2, EndDateType="limited", EndDate=datetime(2030, 1, 1, tzinfo=UTC))
    network.launch(CapacityReservationSpecification=target(reservation))
    advance(account, timedelta(days=1))
    found = ec2.describe_capacity_reservations()["CapacityReservations"][0]
    assert (found["State"], found["AvailableInstanceCount"]) == ("expired", 0)
    instance = ec2.describe_instances()["Reservations"][0]["Instances"][0]
    assert (instance["State"]["Name"], instance.get("CapacityReservationId")) == ("running", None)
