"""What a newer AWS may answer and this release does not know is unknown, and never a pass."""

from __future__ import annotations

from typing import Any

import pytest

from cdk_trainium.findings import Level

from .account import PARAMETER
from .test_pairs import Change, answered, both, group, image, levels, quota, reservation, row

E, W, U = Level.ERROR, Level.WARNING, Level.UNKNOWN

ROUTE = {"DestinationCidrBlock": "0.0.0.0/0", "NatGatewayId": "nat-1", "State": "filtered"}
TABLE = {"RouteTableId": "rtb-1", "VpcId": "vpc-1", "Associations": [{"Main": True}], "Routes": [ROUTE]}
NODE = {"InstanceId": "i-1", "InstanceType": "trn1.2xlarge", "State": {"Name": "running"}}


def nodes(**members: Any) -> Change:
    return answered("ec2:DescribeInstances", Reservations=[{"Instances": [{**NODE, **members}]}])


def second_reservation(**members: Any) -> Change:
    return lambda world: world.answers["ec2:DescribeCapacityReservations"]["CapacityReservations"][1].update(members)


def default_vcpus(value: int) -> Change:
    return row("ec2:DescribeInstanceTypes", "InstanceTypes", VCpuInfo={"DefaultVCpus": value})


CASES: list[tuple[str, Change]] = [
    ("region-enabled", row("ec2:DescribeRegions", "Regions", OptInStatus="opted-in-soon")),
    ("subnet-egress", answered("ec2:DescribeRouteTables", RouteTables=[TABLE])),
    ("key-policy", answered("kms:DescribeKey", KeyMetadata={"KeyState": "Enabled", "KeyManager": "PARTNER"})),
    ("quota-on-demand", default_vcpus(0)),
    ("quota-value", default_vcpus(0)),
    ("quota-reservations", default_vcpus(0)),
    ("quota-on-demand", nodes(InstanceLifecycle="rented")),
    ("quota-spot", nodes(InstanceLifecycle="rented")),
    ("quota-reservations", second_reservation(State="resting")),
    ("quota-reservations", second_reservation(ReservationType="lease")),
    ("quota-on-demand", reservation(ReservationType="lease")),
    ("quota-capacity-blocks", reservation(State="resting")),
    ("quota-capacity-blocks", reservation(ReservationType="lease")),
    ("reservation-targeted", second_reservation(InstanceMatchCriteria="guarded")),
    ("reservation-match", reservation(ReservationType="lease")),
    ("block-interconnect", reservation(ReservationType="lease")),
    ("image-architecture", image(BootMode="quantum")),
    ("image-exists", image(State="resting")),
    ("placement-group", row("ec2:DescribePlacementGroups", "PlacementGroups", State="resting")),
]


@pytest.mark.parametrize(("check_id", "change"), CASES)
def test_a_value_that_this_release_does_not_know_is_unknown(check_id: str, change: Change) -> None:
    assert not {E, W, U} & levels(check_id, None, "quota-on-demand")
    assert U in levels(check_id, change, "quota-on-demand")


def silent_on_hardware(member: str) -> Change:
    """The image is unusual, and EC2 does not tell what the type takes."""
    unusual = image(VirtualizationType="paravirtual", RootDeviceType="instance-store")
    return both(unusual, row("ec2:DescribeInstanceTypes", "InstanceTypes", **{member: None}))


NOTHING_SAID = answered("ssm:GetParameters", Parameters=[], InvalidParameters=[])
LACKING: list[tuple[str, Change]] = [
    ("image-hardware", silent_on_hardware("SupportedVirtualizationTypes")),
    ("image-hardware", silent_on_hardware("SupportedRootDeviceTypes")),
    ("image-architecture", row("ec2:DescribeInstanceTypes", "InstanceTypes", ProcessorInfo={})),
    ("security-group-efa", row("ec2:DescribeSecurityGroups", "SecurityGroups", IpPermissions=None)),
    ("instance-profile", answered("iam:GetInstanceProfile", InstanceProfile={"InstanceProfileName": "nodes"})),
    ("subnet-egress", row("ec2:DescribeRouteTables", "RouteTables", Routes=None)),
    ("quota-on-demand", answered("ec2:DescribeInstances", Reservations=[{"ReservationId": "r-1"}])),
    *((one, NOTHING_SAID) for one in ("image-exists", "image-parameter", "image-hardware", "image-root-device")),
]


@pytest.mark.parametrize(("check_id", "change"), LACKING)
def test_a_list_that_an_answer_lacks_is_not_an_empty_one(check_id: str, change: Change) -> None:
    devices = group("demand", block_devices=[{"device": "/dev/sda1", "gib": 512}])
    found = levels(check_id, both(devices, change), "quota-on-demand")
    assert U in found
    assert not {E, W} & found


def test_a_parameter_that_is_not_there_is_an_error_still() -> None:
    gone = answered("ssm:GetParameters", Parameters=[], InvalidParameters=[PARAMETER])
    assert E in levels("image-exists", gone)
    assert U not in levels("image-exists", gone)


@pytest.mark.parametrize(
    ("check_id", "change", "teller"),
    [
        ("image-owner", answered("ec2:DescribeImages", Images=[]), "image-exists"),
        ("reservation-free", reservation(State="resting"), "reservation-state"),
        (
            "type-offered-in-zone",
            answered("ec2:DescribeInstanceTypeOfferings", InstanceTypeOfferings=[]),
            "type-offered-in-region",
        ),
    ],
)
def test_what_is_left_to_a_check_that_does_not_run_is_unknown(check_id: str, change: Change, teller: str) -> None:
    """Nobody judges it then, and nothing judged is no pass."""
    assert U in levels(check_id, change)
    assert U not in levels(check_id, change, teller)


def test_the_quota_is_too_small_whatever_state_a_request_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether an increase is under way only colours the text."""
    requests = {"RequestedQuotas": [{"DesiredValue": 3.0}]}
    monkeypatch.setattr("tests.preflight.test_pairs.answer", _with(requests))
    assert levels("quota-value", quota(0)) == {E}


def _with(requests: dict[str, Any]) -> Any:
    from .account import answer

    def changed(service: str, name: str, params: dict[str, Any]) -> dict[str, Any]:
        return requests if name.startswith("ListRequested") else answer(service, name, params)

    return changed


def test_only_endpoints_that_work_count() -> None:
    endpoints = [
        {"VpcId": "vpc-1", "ServiceName": f"com.amazonaws.us-east-2.{name}", "State": "deleting"}
        for name in ("ssm", "ssmmessages")
    ]
    table = {**TABLE, "Routes": []}

    def change(world: Any) -> None:
        answered("ec2:DescribeRouteTables", RouteTables=[table])(world)
        answered("ec2:DescribeVpcEndpoints", VpcEndpoints=endpoints)(world)

    assert levels("subnet-egress", change) == {W}


def offers(zone: str) -> dict[str, Any]:
    return {"AvailabilityZone": zone, "UpfrontFee": "860.00", "CurrencyCode": "USD"}


@pytest.mark.parametrize(
    "where",
    [
        {"zone_id": "use2-az1"},
        {"zone": "us-east-2a", "zone_id": ""},
        {"zone_id": "", "subnet_ids": ["subnet-0aaa0000000000001"]},
    ],
)
def test_a_block_on_offer_in_another_zone_is_no_offer(where: dict[str, Any]) -> None:
    def change(world: Any) -> None:
        group("buy", **where)(world)
        answered("ec2:DescribeCapacityBlockOfferings", CapacityBlockOfferings=[offers("us-east-2b")])(world)

    assert levels("block-offered", group("buy", **where)) == {None}
    assert levels("block-offered", change) == {W}


def test_a_zone_that_is_not_there_makes_offers_unknown() -> None:
    assert levels("block-offered", group("buy", zone_id="use2-az9")) == {U}
