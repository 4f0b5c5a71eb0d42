from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest

from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.blocks.block import CapacityBlock
from cdk_trainium.sandbox.blocks.make import purchased
from cdk_trainium.sandbox.builder import Account
from cdk_trainium.sandbox.clock import Clock
from cdk_trainium.sandbox.state import AccountState, region_of
from cdk_trainium.sandbox.timeline import advance

from .codes import refused
from .conftest import NO_RETRY, REGION

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
START = datetime(2026, 12, 1, 11, 30, tzinfo=UTC)
END = START + timedelta(days=1)
BLOCK = "cr-0123456789abcdef0"


@pytest.fixture
def account() -> Iterator[AccountState]:
    with mock_account(region=REGION) as state:
        state.settings.clock = Clock(NOW)
        yield state


def buy(count: int = 4, **more: Any) -> CapacityBlock:
    given = {"instance_type": "trn2.48xlarge", "zone": "us-east-2a", "count": count, "start": START, "end": END}
    return purchased(region_of(REGION), reservation_id=more.pop("reservation_id", BLOCK), **(given | more))


def into(reservation_id: str = BLOCK, **more: Any) -> dict[str, Any]:
    target = {"CapacityReservationTarget": {"CapacityReservationId": reservation_id}}
    return {
        "InstanceMarketOptions": {"MarketType": "capacity-block"},
        "CapacityReservationSpecification": target,
        **more,
    }


def hours(account: AccountState, number: float) -> None:
    advance(account, timedelta(hours=number))


def running(ec2: Any) -> list[str]:
    states = [{"Name": "instance-state-name", "Values": ["running"]}]
    found = ec2.describe_instances(Filters=states)["Reservations"]
    return [item["InstanceId"] for reservation in found for item in reservation["Instances"]]


def state_of(ec2: Any) -> str:
    return str(ec2.describe_capacity_reservations(CapacityReservationIds=[BLOCK])["CapacityReservations"][0]["State"])


def test_before_its_start_a_block_takes_nothing_then_it_does(account: AccountState, ec2: Any, network: Any) -> None:
    buy()
    with refused("InvalidCapacityReservationState.PendingActivation"):
        network.launch(**into())
    hours(account, 3)
    instance = network.launch(**into())["Instances"][0]
    assert (instance["InstanceLifecycle"], instance["CapacityReservationId"]) == ("capacity-block", BLOCK)


def test_both_market_type_and_target_are_needed(account: AccountState, network: Any) -> None:
    buy()
    hours(account, 3)
    target = into()["CapacityReservationSpecification"]
    with refused("InvalidParameterValue"):
        network.launch(CapacityReservationSpecification=target)
    with refused("InvalidParameterCombination"):
        network.launch(InstanceMarketOptions={"MarketType": "capacity-block"})
    network.launch(**into())


def test_no_placement_group_with_a_block(account: AccountState, ec2: Any, network: Any) -> None:
    buy()
    hours(account, 3)
    ec2.create_placement_group(GroupName="near", Strategy="cluster")
    with refused("InvalidParameterCombination"):
        network.launch(**into(), Placement={"GroupName": "near"})
    network.launch(**into())


@pytest.mark.parametrize(
    "block",
    [{"zone": "us-east-2b"}, {"instance_type": "p5en.48xlarge"}, {"platform": "Red Hat Enterprise Linux"}],
    ids=["zone", "type", "platform"],
)
def test_a_block_takes_what_fits_it(account: AccountState, network: Any, block: dict[str, Any]) -> None:
    buy(**block)
    buy(reservation_id="cr-0aaaaaaaaaaaaaaa1")
    hours(account, 3)
    with refused("ReservationCapacityExceeded"):
        network.launch(**into())
    network.launch(**into("cr-0aaaaaaaaaaaaaaa1"))


def test_slots_run_out_and_come_back_after_minutes(account: AccountState, ec2: Any, network: Any) -> None:
    buy(count=1)
    hours(account, 3)
    instance = network.launch(**into())["Instances"][0]["InstanceId"]
    with refused("ReservationCapacityExceeded"):
        network.launch(**into())
    ec2.terminate_instances(InstanceIds=[instance])
    with refused("ReservationCapacityExceeded"):
        network.launch(**into())
    advance(account, timedelta(minutes=5))
    network.launch(**into())


def test_two_of_four_nodes_of_an_ultraserver_may_run(account: AccountState, ec2: Any, network: Any) -> None:
    buy(instance_type="trn2u.48xlarge", ultraserver_type="u-trn2x64")
    hours(account, 3)
    network.launch("trn2u.48xlarge", count=2, **into())
    found = ec2.describe_instance_topology()["Instances"]
    blocks = {item["CapacityBlockId"] for item in found}
    assert blocks == {ec2.describe_capacity_blocks()["CapacityBlocks"][0]["CapacityBlockId"]}
    assert [len(item["NetworkNodes"]) for item in found] == [3, 3]


@pytest.mark.parametrize(("ultraserver", "minutes"), [(None, 30), ("u-trn2x64", 60)])
def test_warning_then_reclaim_then_expiry(
    account: AccountState, ec2: Any, network: Any, ultraserver: str | None, minutes: int
) -> None:
    buy(ultraserver_type=ultraserver)
    hours(account, 2.5)
    assert [event["detail-type"] for event in account.events] == [
        "Capacity Block Reservation Delivered",
        "Capacity Block Delivered",
    ]
    ids = [item["InstanceId"] for item in network.launch(count=4, **into())["Instances"]]
    advance(account, END - timedelta(minutes=minutes + 10) - account.settings.clock.now())
    types = [event["detail-type"] for event in account.events[2:]]
    assert types == [
        "Capacity Block Expiration Warning",
        *["EC2 Capacity Reservation Instance Interruption Warning"] * 4,
    ]
    assert sorted(running(ec2)) == sorted(ids)
    advance(account, timedelta(minutes=10))
    assert running(ec2) == []
    with refused("InvalidLaunchTargets"):
        network.launch(**into())
    assert state_of(ec2) == "active"
    advance(account, timedelta(minutes=minutes))
    assert state_of(ec2) == "expired"
    assert ec2.describe_capacity_blocks()["CapacityBlocks"][0]["State"] == "expired"


class Group:
    """A group on the block with one-time actions, as our constructs make it."""

    def __init__(self, ec2: Any, network: Any) -> None:
        self.client = boto3.client("autoscaling", config=NO_RETRY)
        data = {
            "ImageId": network.image,
            "InstanceType": "trn2.48xlarge",
            "NetworkInterfaces": [{"DeviceIndex": 0, "Groups": [network.group]}],
            **into(),
        }
        made = ec2.create_launch_template(LaunchTemplateName="b", LaunchTemplateData=data)["LaunchTemplate"]
        self.client.create_auto_scaling_group(
            AutoScalingGroupName="g",
            LaunchTemplate={"LaunchTemplateId": made["LaunchTemplateId"], "Version": "1"},
            VPCZoneIdentifier=network.subnet,
            MinSize=0,
            MaxSize=4,
            DesiredCapacity=0,
        )

    def at(self, name: str, time: datetime, size: int) -> None:
        self.client.put_scheduled_update_group_action(
            AutoScalingGroupName="g",
            ScheduledActionName=name,
            StartTime=time,
            MinSize=size,
            MaxSize=size,
            DesiredCapacity=size,
        )

    def actions(self) -> list[str]:
        found = self.client.describe_scheduled_actions(AutoScalingGroupName="g")["ScheduledUpdateGroupActions"]
        return [item["ScheduledActionName"] for item in found]


def test_the_story_of_a_group_on_a_block(account: AccountState, ec2: Any, network: Any) -> None:
    buy()
    group = Group(ec2, network)
    group.at("start", START + timedelta(minutes=1), 4)
    group.at("stop", END - timedelta(minutes=45), 0)
    assert running(ec2) == []
    hours(account, 3)
    assert (len(running(ec2)), group.actions()) == (4, ["stop"])
    advance(account, END - timedelta(minutes=44) - account.settings.clock.now())
    assert (running(ec2), group.actions()) == ([], [])
    hours(account, 2)
    assert [item for item in account.events if "Interruption" in item["detail-type"]] == []


def test_a_group_without_scale_in_tries_to_replace_reclaimed_nodes(
    account: AccountState, ec2: Any, network: Any
) -> None:
    buy()
    group = Group(ec2, network)
    group.at("start", START + timedelta(minutes=1), 4)
    hours(account, 3)
    assert len(running(ec2)) == 4
    advance(account, END - timedelta(minutes=29) - account.settings.clock.now())
    assert running(ec2) == []
    activities = group.client.describe_scaling_activities(AutoScalingGroupName="g")["Activities"]
    assert "InvalidLaunchTargets" in next(item["StatusMessage"] for item in activities if "StatusMessage" in item)
    assert group.client.describe_auto_scaling_groups()["AutoScalingGroups"][0]["DesiredCapacity"] == 4


def test_a_replaced_node_waits_for_its_slot(account: AccountState, ec2: Any, network: Any) -> None:
    buy(count=1)
    group = Group(ec2, network)
    hours(account, 3)
    group.client.set_desired_capacity(AutoScalingGroupName="g", DesiredCapacity=1)
    ec2.terminate_instances(InstanceIds=running(ec2))
    assert running(ec2) == []
    advance(account, timedelta(minutes=6))
    assert len(running(ec2)) == 1


def test_search_purchase_and_follow(account: AccountState, ec2: Any) -> None:
    search = {"InstanceType": "trn2.48xlarge", "InstanceCount": 2, "CapacityDurationHours": 24}
    offers = ec2.describe_capacity_block_offerings(**search)["CapacityBlockOfferings"]
    assert {item["InstanceCount"] for item in offers} == {2}
    assert {item["EndDate"].astimezone(UTC).strftime("%H:%M") for item in offers} == {"11:30"}
    assert float(offers[0]["UpfrontFee"]) > 0
    bought = ec2.purchase_capacity_block(
        CapacityBlockOfferingId=offers[0]["CapacityBlockOfferingId"], InstancePlatform="Linux/UNIX"
    )
    reservation = bought["CapacityReservation"]
    assert (reservation["State"], reservation["ReservationType"]) == ("payment-pending", "capacity-block")
    block = ec2.describe_capacity_blocks()["CapacityBlocks"][0]
    assert (block["State"], block["CapacityReservationIds"]) == ("scheduled", [reservation["CapacityReservationId"]])
    status = ec2.describe_capacity_block_status()["CapacityBlockStatuses"][0]
    assert (status["TotalCapacity"], status["InterconnectStatus"]) == (2, "ok")
    with refused("InvalidCapacityBlockOfferingIdNotFound"):
        ec2.purchase_capacity_block(
            CapacityBlockOfferingId=offers[0]["CapacityBlockOfferingId"], InstancePlatform="Linux/UNIX"
        )
    with refused("OperationNotPermitted"):
        ec2.cancel_capacity_reservation(CapacityReservationId=reservation["CapacityReservationId"])


def test_a_quota_of_zero_forbids_even_the_search(account: AccountState, ec2: Any) -> None:
    search = {"InstanceType": "trn2.48xlarge", "CapacityDurationHours": 24}
    account.settings.quotas["L-64569A79"] = 0
    with refused("CapacityBlockDescribeLimitExceeded"):
        ec2.describe_capacity_block_offerings(**search)
    account.settings.quotas["L-64569A79"] = 192
    offers = ec2.describe_capacity_block_offerings(**search)["CapacityBlockOfferings"]
    ec2.purchase_capacity_block(
        CapacityBlockOfferingId=offers[0]["CapacityBlockOfferingId"], InstancePlatform="Linux/UNIX"
    )
    with refused("InstanceLimitExceeded"):
        ec2.purchase_capacity_block(
            CapacityBlockOfferingId=offers[1]["CapacityBlockOfferingId"], InstancePlatform="Linux/UNIX"
        )


def test_ultraservers_need_the_list(account: AccountState) -> None:
    ec2 = boto3.client("ec2", region_name="ap-south-2", config=NO_RETRY)
    search = {"UltraserverType": "u-trn2x64", "UltraserverCount": 1, "CapacityDurationHours": 24}
    account.settings.ultraservers_allowed = False
    with refused("UnauthorizedOperation"):
        ec2.describe_capacity_block_offerings(**search)
    ec2.describe_capacity_block_offerings(InstanceType="trn2.48xlarge", CapacityDurationHours=24)
    account.settings.ultraservers_allowed = True
    found = ec2.describe_capacity_block_offerings(**search)["CapacityBlockOfferings"]
    assert {(item["InstanceType"], item["InstanceCount"]) for item in found} == {("trn2u.48xlarge", 4)}


@pytest.mark.parametrize(("hours_asked", "fine"), [(25, False), (24, True), (336, True), (360, False), (504, True)])
def test_durations_that_are_sold(account: AccountState, ec2: Any, hours_asked: int, fine: bool) -> None:
    def search() -> Any:
        return ec2.describe_capacity_block_offerings(InstanceType="trn2.48xlarge", CapacityDurationHours=hours_asked)

    if fine:
        assert search()["CapacityBlockOfferings"]
        return
    with refused("InvalidParameterValue"):
        search()


def test_extension_moves_the_end_and_keeps_the_id(account: AccountState, ec2: Any, network: Any) -> None:
    buy()
    hours(account, 3)
    network.launch(**into())
    ask = {"CapacityReservationId": BLOCK, "CapacityBlockExtensionDurationHours": 24}
    offering = ec2.describe_capacity_block_extension_offerings(**ask)["CapacityBlockExtensionOfferings"][0]
    ec2.purchase_capacity_block_extension(
        CapacityReservationId=BLOCK, CapacityBlockExtensionOfferingId=offering["CapacityBlockExtensionOfferingId"]
    )
    hours(account, 25)
    assert len(running(ec2)) == 1
    history = ec2.describe_capacity_block_extension_history()["CapacityBlockExtensions"]
    assert [item["CapacityReservationId"] for item in history] == [BLOCK]
    hours(account, 21.8)
    with refused("InvalidParameterValue"):
        ec2.describe_capacity_block_extension_offerings(**ask)


def test_of_consecutive_blocks_in_a_group_the_running_one_is_used(
    account: AccountState, ec2: Any, network: Any
) -> None:
    second = "cr-0123456789abcdef1"
    buy()
    buy(reservation_id=second, start=END, end=END + timedelta(days=1))
    pools = boto3.client("resource-groups")
    arn = pools.create_group(Name="pool", Configuration=[{"Type": "AWS::EC2::CapacityReservationPool"}])["Group"][
        "GroupArn"
    ]
    found = ec2.describe_capacity_reservations()["CapacityReservations"]
    pools.group_resources(Group="pool", ResourceArns=[item["CapacityReservationArn"] for item in found])
    target = {"CapacityReservationTarget": {"CapacityReservationResourceGroupArn": arn}}
    pool = into(CapacityReservationSpecification=target)
    with refused("InvalidCapacityReservationState.PendingActivation"):
        network.launch(**pool)
    used = []
    for step in (3, 24):
        hours(account, step)
        used.append(network.launch(**pool)["Instances"][0]["CapacityReservationId"])
    assert used == [BLOCK, second]


@pytest.mark.parametrize(("fails", "state"), [(False, "scheduled"), (True, "payment-failed")])
def test_a_payment_takes_its_time(account: AccountState, ec2: Any, fails: bool, state: str) -> None:
    account.settings.payment_minutes, account.settings.payment_fails = 60, fails
    offers = ec2.describe_capacity_block_offerings(InstanceType="trn2.48xlarge", CapacityDurationHours=24)
    ec2.purchase_capacity_block(
        CapacityBlockOfferingId=offers["CapacityBlockOfferings"][0]["CapacityBlockOfferingId"],
        InstancePlatform="Linux/UNIX",
    )
    hours(account, 0.5)
    assert ec2.describe_capacity_blocks()["CapacityBlocks"][0]["State"] == "payment-pending"
    hours(account, 0.5)
    assert ec2.describe_capacity_blocks()["CapacityBlocks"][0]["State"] == state


def test_an_impaired_ultraserver_shows_in_its_status(account: AccountState, ec2: Any) -> None:
    buy(instance_type="trn2u.48xlarge", ultraserver_type="u-trn2x64")
    Account(account).impair(BLOCK)
    impaired = [{"Name": "interconnect-status", "Values": ["impaired"]}]
    found = ec2.describe_capacity_block_status(Filters=impaired)["CapacityBlockStatuses"]
    assert [item["InterconnectStatus"] for item in found] == ["impaired"]
