from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.errors import InputError
from cdk_trainium.sandbox.builder import Account
from cdk_trainium.sandbox.control.fields import FIELDS
from cdk_trainium.sandbox.scenario import KEYS, apply, load
from cdk_trainium.sandbox.state import AccountState, regions_of

from .codes import refused

FULL = """
now: 2026-12-01T09:00:00Z
aws_defaults: true
quotas: {L-2C3B7624: 192, "us-west-2:L-2C3B7624": 0}
no_applied_value: [L-64569A79]
capacity: {trn2.48xlarge: {us-east-2a: 4}}
opted_in: [ap-south-2]
ultraservers_allowed: false
denied: [DescribeVolumes]
failures: [{operation: DescribeVpcs, code: InternalError, http_status: 500, times: 1}]
empty_first_page: [DescribeInstanceTypeOfferings]
instances: [{count: 2, instance_type: trn1.32xlarge, zone: us-east-2c}]
reservations: [{count: 16, zone: us-east-2b, reservation_id: cr-0123456789abcdef0}]
blocks: [{count: 16, zone_id: use2-az3, start: +2h, end: +26h, reservation_id: cr-0aaaaaaaaaaaaaaa1}]
offerings: [{count: 4, zone: us-east-2a, start: +1d, end: +2d, fee: "3433.04"}]
"""


@pytest.fixture
def built(account: AccountState, tmp_path: Path) -> Account:
    file = tmp_path / "scenario.yaml"
    file.write_text(FULL)
    found = Account(account)
    apply(found, load(file))
    return found


def test_the_example_uses_every_key() -> None:
    assert all(f"\n{key}:" in FULL for key in KEYS)


def test_the_example_of_the_page_is_a_scenario(account: AccountState, tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "sandbox.md").read_text(encoding="utf-8")
    file = tmp_path / "scenario.yaml"
    file.write_text(page.split("```yaml\n", 1)[1].split("```", 1)[0], encoding="utf-8")
    data = load(file)
    apply(Account(account), data)
    assert set(data) <= set(KEYS)


def test_what_exists_is_there(built: Account) -> None:
    ec2 = built.client("ec2")
    nodes = [item for one in ec2.describe_instances()["Reservations"] for item in one["Instances"]]
    assert [(item["InstanceType"], item["Placement"]["AvailabilityZone"]) for item in nodes] == [
        ("trn1.32xlarge", "us-east-2c")
    ] * 2
    found = {
        item["CapacityReservationId"]: item for item in ec2.describe_capacity_reservations()["CapacityReservations"]
    }
    assert found["cr-0123456789abcdef0"]["AvailableInstanceCount"] == 16
    block = found["cr-0aaaaaaaaaaaaaaa1"]
    assert (block["State"], block["AvailabilityZoneId"], block["StartDate"].isoformat()) == (
        "scheduled",
        "use2-az3",
        "2026-12-01T11:00:00+00:00",
    )


def test_limits_and_failures_are_in_force(built: Account) -> None:
    ec2 = built.client("ec2")
    with refused("UnauthorizedOperation"):
        ec2.describe_volumes()
    with refused("InternalError"):
        ec2.describe_vpcs()
    ec2.describe_vpcs()
    with refused("AuthFailure"):
        built.client("ec2", "ap-southeast-4").describe_vpcs()
    quotas = built.client("service-quotas")
    assert quotas.get_service_quota(ServiceCode="ec2", QuotaCode="L-2C3B7624")["Quota"]["Value"] == 192
    assert quotas.get_service_quota(ServiceCode="ec2", QuotaCode="L-6B0D517C")["Quota"]["Value"] == 0


def test_an_empty_list_lifts_what_was_denied_and_what_was_to_fail(account: AccountState) -> None:
    built = Account(account)
    apply(built, {"denied": ["DescribeVolumes"], "failures": [{"operation": "DescribeVpcs", "code": "InternalError"}]})
    apply(built, {"failures": [{"operation": "DescribeHosts", "code": "InternalError"}]})
    ec2 = built.client("ec2")
    ec2.describe_vpcs()
    with refused("InternalError"):
        ec2.describe_hosts()
    apply(built, {"denied": [], "failures": []})
    ec2.describe_hosts()
    ec2.describe_volumes()


def test_only_the_given_offerings_are_found(built: Account) -> None:
    built.quota("L-64569A79", 768)
    search = {"InstanceType": "trn2.48xlarge", "CapacityDurationHours": 24}
    found = built.client("ec2").describe_capacity_block_offerings(**search)["CapacityBlockOfferings"]
    assert [(item["InstanceCount"], item["UpfrontFee"]) for item in found] == [(4, "3433.04")]


def test_the_block_starts_when_the_clock_says_so(built: Account) -> None:
    built.advance("2h")
    assert [event["detail-type"] for event in built.events] == [
        "Capacity Block Reservation Delivered",
        "Capacity Block Delivered",
    ]


@pytest.mark.parametrize(
    ("text", "prop"),
    [
        ("colour: red", "colour"),
        ("blocks: [{count: 1, zone: nowhere, start: +1h, end: +2h}]", "blocks[0].zone"),
        ("blocks: [{count: 1, zone: us-east-2a, start: later, end: +2h}]", "blocks[0].start"),
        ("blocks: [{count: 1, zone: us-east-2a, start: 1066-10-14, end: +2h}]", "blocks[0].start"),
        ("blocks: [{count: 65, zone: us-east-2a, start: +1h, end: +2h}]", "blocks[0].count"),
        ("blocks: [{count: 1, zone: us-east-2a, start: +1h, end: +2h, tags: x}]", "blocks[0].tags"),
        ("blocks: [{count: 1, zone: us-east-2a, start: +1h, end: +2h, platform: BeOS}]", "blocks[0].platform"),
        (
            "blocks: [{count: 1, zone: us-east-2a, start: +1h, end: +2h, ultraserver_type: 7}]",
            "blocks[0].ultraserver_type",
        ),
        ("blocks: [{count: 1, zone: us-east-2a, zone_id: use2-az3, start: +1h, end: +2h}]", "blocks[0].zone_id"),
        ("blocks: [{count: 1, zone_id: use1-az1, start: +1h, end: +2h}]", "blocks[0].zone_id"),
        ("blocks: [{count: 1, start: +1h, end: +2h}]", "blocks[0].zone"),
        ("instances: [{number: 1, count: 1, zone: us-east-2a}]", "instances[0].number"),
        ("instances: [{zone: us-east-2a}]", "instances[0].count"),
        ("instances: [{count: 4001, zone: us-east-2a}]", "instances[0].count"),
        ("instances: [{count: true, zone: us-east-2a}]", "instances[0].count"),
        ("instances: [{count: 1, zone: us-east-2a, lifecycle: free}]", "instances[0].lifecycle"),
        ("instances: [{count: 3000, zone: us-east-2a}, {count: 3000, zone_id: use2-az1}]", "instances[1].count"),
        ("instances: [2]", "instances[0]"),
        ("reservations: [{count: 1001, zone: us-east-2c}]", "reservations[0].count"),
        ("reservations: [{count: 1, zone: us-east-2c, match: best}]", "reservations[0].match"),
        ("offerings: [{count: 1, zone: us-east-2a, start: +1h, end: +1d, fee: -4}]", "offerings[0].fee"),
        ("failures: [{operation: DescribeVpcs}]", "failures[0].code"),
        ("failures: [{operation: DescribeVpcs, code: X, http_status: 200}]", "failures[0].http_status"),
        ("failures: [{operation: DescribeVpcs, code: X, times: often}]", "failures[0].times"),
        ("now: later", "now"),
        ("capacity: 4", "capacity"),
        ("capacity: {trn9.huge: {us-east-2a: 4}}", "capacity.trn9.huge"),
        ("capacity: {trn2.48xlarge: {us-east-2a: -1}}", "capacity.trn2.48xlarge.us-east-2a"),
        ("quotas: {L-2C3B7624: .nan}", "quotas.L-2C3B7624"),
        ("quotas: {L-2C3B7624: -1}", "quotas.L-2C3B7624"),
        ("denied: [DescribeVpcs, 5]", "denied[1]"),
        ("capacity: {trn2.48xlarge: 4}", "capacity.trn2.48xlarge"),
        pytest.param(f"quotas: {{L-2C3B7624: {10**400}}}", "quotas.L-2C3B7624", id="quota of 400 digits"),
        ("quotas: {L-2C3B7624: 0x10}", "quotas.L-2C3B7624"),
        ("capacity: {trn2.48xlarge: {us-east-2a: 010}}", "capacity.trn2.48xlarge.us-east-2a"),
        ("instances: [{count: 010, zone: us-east-2c}]", "instances[0].count"),
        ("instances: [{count: 1_0, zone: us-east-2c}]", "instances[0].count"),
        ("instances: [{count: 1:30, zone: us-east-2c}]", "instances[0].count"),
        ("denied: DescribeInstances", "denied"),
        ("opted_in: us-east-2", "opted_in"),
        ('ultraservers_allowed: "no"', "ultraservers_allowed"),
        ("instances: [{count: 0, zone: us-east-2c}]", "instances[0].count"),
        ("instances: [{count: 1, zone: us-east-2c, instance_type: foo}]", "instances[0].instance_type"),
        ("reservations: [{count: 1, zone: us-east-2c, reservation_id: cb-1}]", "reservations[0].reservation_id"),
        ("blocks: [{count: 1, zone: us-east-2a, start: +2h, end: +1h}]", "blocks[0].end"),
        ("offerings: [{count: 1, zone: us-east-2a, start: +1h, end: null}]", "offerings[0].end"),
        *((f"{key}: null", key) for key in KEYS),
    ],
)
def test_a_wrong_scenario_names_the_key(account: AccountState, tmp_path: Path, text: str, prop: str) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        apply(Account(account), load(file))
    assert [(one.code, one.prop) for one in caught.value.problems] == [("TRN095", prop)]


@pytest.mark.parametrize(
    ("text", "prop", "meant"),
    [
        ("quotas: {L-2C3B7625: 1}", "quotas.L-2C3B7625", "L-2C3B7624"),
        ('quotas: {"us-est-2:L-2C3B7624": 1}', "quotas.us-est-2:L-2C3B7624", "us-"),
        ("no_applied_value: [L-64569A78]", "no_applied_value[0]", "L-64569A79"),
        ("capacity: {trn2.48xlarge: {us-east-2z: 1}}", "capacity.trn2.48xlarge.us-east-2z", "us-east-2"),
        ("capacity: {trn2.48xlarge: {use2-az1: 1}}", "capacity.trn2.48xlarge.use2-az1", ""),
        ("opted_in: [ap-south-3]", "opted_in[0]", "ap-south-"),
        ("denied: [DescribeInstancez]", "denied[0]", "DescribeInstances"),
        ("denied: [describe_instances]", "denied[0]", ""),
        ("failures: [{operation: RunInstance, code: X}]", "failures[0].operation", "RunInstances"),
        ("empty_first_page: [DescribeInstanceTypeOffering]", "empty_first_page[0]", "DescribeInstanceTypeOfferings"),
        ("instances: [{count: 1, zone: us-east-2a, region: us-east-9}]", "instances[0].region", "us-east-"),
    ],
)
def test_a_name_that_aws_does_not_have_is_refused(tmp_path: Path, text: str, prop: str, meant: str) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        load(file)
    (problem,) = caught.value.problems
    assert (problem.code, problem.prop) == ("TRN095", prop)
    assert meant in problem.hint


def test_a_key_that_is_given_twice_hides_nothing(tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text("quotas: {L-1: 4}\nblocs: 3\nquotas: {L-2: 4}\n")
    with pytest.raises(InputError) as caught:
        load(file)
    assert [(one.prop, one.line) for one in caught.value.problems] == [("", 3), ("blocs", 2), ("quotas.L-2", 3)]


def test_every_problem_has_its_line(tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text("blocks:\n  - count: 0\n    zone: us-east-2a\n    start: +1h\n    size: 4\nquotas: {L-1: 1}\n")
    with pytest.raises(InputError) as caught:
        load(file)
    assert [(one.prop, one.line, one.column) for one in caught.value.problems] == [
        ("blocks[0].count", 2, 5),
        ("blocks[0].size", 5, 5),
        ("blocks[0].end", 2, 5),
        ("quotas.L-1", 6, 10),
    ]


ID = "cr-0123456789abcdef0"
ONE = {"count": 1, "zone": "us-east-2a"}


@pytest.mark.parametrize(
    ("scenario", "prop"),
    [
        ({"reservations": [{**ONE, "reservation_id": ID}, {**ONE, "reservation_id": ID}]}, "reservations[1]"),
        (
            {
                "reservations": [{**ONE, "reservation_id": ID}],
                "blocks": [
                    {
                        **ONE,
                        "start": "+1h",
                        "end": "+2h",
                        "reservation_id": ID,
                        "region": "us-west-2",
                        "zone": "us-west-2a",
                    }
                ],
            },
            "blocks[0]",
        ),
        (
            {
                "blocks": [{**ONE, "start": "+1h", "end": "+2h", "block_id": "cb-00000000"}] * 2,
            },
            "blocks[1]",
        ),
    ],
)
def test_an_id_is_given_once(account: AccountState, scenario: dict[str, Any], prop: str) -> None:
    with pytest.raises(InputError) as caught:
        apply(Account(account), scenario)
    assert [one.prop.partition(".")[0] for one in caught.value.problems] == [prop]


def test_an_id_that_the_account_has_is_refused(account: AccountState) -> None:
    built = Account(account)
    built.reservation(**ONE, reservation_id=ID)
    for again in (
        lambda: built.reservation(**ONE, reservation_id=ID),
        lambda: apply(built, {"reservations": [{**ONE, "reservation_id": ID}]}),
    ):
        with pytest.raises(InputError) as caught:
            again()
        assert caught.value.codes == ["TRN095"]
    assert account_ids(account) == {ID}


def account_ids(account: AccountState) -> set[str]:
    return {one for state in regions_of(account.account_id) for one in (*state.reservations, *state.blocks)}


@pytest.mark.parametrize(
    "last",
    [
        {"blocks": [{**ONE, "start": "+2h", "end": "+1h"}]},
        {"offerings": [{**ONE, "zone": "us-west-2a", "start": "+1h", "end": "+2h"}]},
        {"failures": [{"operation": "DescribeVpcs", "code": 7}]},
        {"instances": [{"count": 4000, "zone": "us-east-2a"}, {"count": 4000, "zone": "us-east-2a"}]},
    ],
)
def test_a_scenario_that_cannot_be_changes_nothing(account: AccountState, last: dict[str, Any]) -> None:
    first = {
        "now": "2030-01-01",
        "quotas": {"L-2C3B7624": 1},
        "denied": ["DescribeVpcs"],
        "opted_in": [],
        "reservations": [{**ONE, "reservation_id": ID}],
    }
    before, clock = replace(account.settings), account.settings.clock
    quotas, denied = dict(account.settings.quotas), dict(account.settings.denied)
    with pytest.raises(InputError):
        apply(Account(account), {**first, **last})
    assert account.settings == before
    assert (account.settings.clock, account.settings.quotas, account.settings.denied) == (clock, quotas, denied)
    assert account_ids(account) == set()
    assert not Account(account).client("ec2").describe_instances()["Reservations"]


def test_times_are_read_at_the_time_of_the_scenario(account: AccountState) -> None:
    """Relative times count from the ``now`` that the same scenario sets."""
    apply(
        Account(account),
        {"now": "2030-01-01", "blocks": [{**ONE, "start": "+1h", "end": "2030-01-02", "reservation_id": ID}]},
    )
    with pytest.raises(InputError) as caught:
        apply(Account(account), {"now": "2030-02-01", "blocks": [{**ONE, "start": "+1h", "end": "2030-01-02"}]})
    assert [one.prop for one in caught.value.problems] == ["blocks[0].end"]


def test_every_parameter_of_an_item_is_taken(account: AccountState) -> None:
    """The table of parameters and the methods that take them agree."""
    samples = {
        "count": 1,
        "zone": "us-east-2a",
        "zone_id": "use2-az1",
        "region": "us-east-2",
        "start": "+1h",
        "end": "+1d",
        "instance_type": "trn2.48xlarge",
        "lifecycle": "spot",
        "match": "open",
        "platform": "Linux/UNIX",
        "block_id": "cb-0123456789abcdef0",
        "ultraserver_type": "u-trn2x64",
        "tags": {"a": "b"},
        "fee": 12.5,
        "operation": "DescribeVpcs",
        "code": "X",
        "message": "m",
        "http_status": 500,
        "times": 1,
    }
    for kind in ("instances", "reservations", "blocks", "offerings", "failures"):
        whole = {name: samples.get(name, f"cr-0{kind.encode().hex()[:15]}") for name in FIELDS[kind]}
        if "ultraserver_type" in whole:
            whole |= {"instance_type": "trn2u.48xlarge", "count": 4}
        apply(Account(account), {kind: [whole]})


@pytest.mark.parametrize("kind", ["blocks", "offerings"])
@pytest.mark.parametrize(
    ("given", "props"),
    [
        *(({"instance_type": name}, ["instance_type"]) for name in ("t3.micro", "trn1.2xlarge", "inf2.48xlarge")),
        ({"ultraserver_type": "u-nope", "instance_type": "t3.micro"}, ["instance_type", "ultraserver_type"]),
        ({"ultraserver_type": "u-trn2x64", "count": 3}, ["count"]),
        ({"ultraserver_type": "u-trn2x64", "instance_type": "trn2.48xlarge", "count": 5}, ["count", "instance_type"]),
        ({"start": "+1h", "end": "+184d"}, ["end"]),
        ({"ultraserver_type": "u-trn2x64", "count": 3, "end": "+184d"}, ["count", "end"]),
    ],
)
def test_a_block_that_ec2_never_sells_is_refused(
    account: AccountState, kind: str, given: dict[str, Any], props: list[str]
) -> None:
    with pytest.raises(InputError) as caught:
        apply(Account(account), {kind: [{**ONE, "start": "+1h", "end": "+25h", **given}]})
    assert sorted(one.prop for one in caught.value.problems) == [f"{kind}[0].{prop}" for prop in props]
    assert set(caught.value.codes) == {"TRN095"}


def test_the_nodes_of_an_ultraserver_are_of_its_type(account: AccountState) -> None:
    built = Account(account)
    built.block(count=4, zone="us-east-2a", start="+1h", end="+25h", ultraserver_type="u-trn2x64")
    (block,) = built.client("ec2").describe_capacity_reservations()["CapacityReservations"]
    assert (block["InstanceType"], block["TotalInstanceCount"]) == ("trn2u.48xlarge", 4)
    built.impair(block["CapacityReservationId"])


def test_operations_of_other_services_are_names(account: AccountState) -> None:
    apply(Account(account), {"denied": ["SendMessage", "CreateBucket"], "empty_first_page": ["ListClusters"]})
    assert set(account.settings.denied) == {"SendMessage", "CreateBucket"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"# later\n",
        b"[1, 2]",
        b"[]",
        b"false",
        b"a: [",
        None,
        b"\xff\xfe\x00\x81",
        b"now: 2026-13-45",
        b"[" * 5_000 + b"]" * 5_000,
    ],
)
def test_what_is_no_scenario_is_a_plain_error(tmp_path: Path, content: Any) -> None:
    file = tmp_path / "scenario.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load(file)
    assert caught.value.codes == ["TRN095"]


NONSENSE: list[Callable[[Account], object]] = [
    lambda b: b.capacity("nope", "us-east-2b", nodes=1),
    lambda b: b.capacity("trn2.48xlarge", "nowhere", nodes=1),
    lambda b: b.capacity([], None, nodes=1),  # type: ignore[arg-type]
    *(lambda b, n=nodes: b.capacity("trn2.48xlarge", "us-east-2b", n) for nodes in (-1, "x", None, True, 1.5)),
    *(lambda b, by=by: b.advance(by) for by in ("x", "", 5, None, [], "3651d", timedelta(days=-1))),
    lambda b: b.quota("L-00000000", 1),
    lambda b: b.quota("L-2C3B7624", -1),
    lambda b: b.quota("L-2C3B7624", "x"),  # type: ignore[arg-type]
    lambda b: b.quota("L-2C3B7624", 1, "us-nowhere-1"),
    lambda b: b.deny("DescribeNothing"),
    lambda b: b.deny(None),  # type: ignore[arg-type]
    lambda b: b.fail("DescribeNothing", "InternalError"),
    lambda b: b.fail("RunInstances", ""),
    lambda b: b.fail("RunInstances", "InternalError", http_status=200),
    lambda b: b.fail("RunInstances", "InternalError", times=-1),
    *(lambda b, at=at: b.stand_still(at) for at in ("noon", 5, "9999-12-31", "2030-01-01\0", "2030-01-01\n")),
    *(lambda b, text=text: b.deny("DescribeVpcs", text) for text in (5, None, [])),
    *(lambda b, name=name: setattr(b, "region", name) for name in ("mars", "", None, 5, [])),
    lambda b: Account(b.state, "mars"),
    lambda b: b.publish_image("/aws/service/none", "us-nowhere-1"),
    lambda b: b.impair("cr-0000000000000000"),
    lambda b: b.impair(b.reservation(count=1, zone="us-east-2a")),
    lambda b: b.impair(b.block(count=1, zone="us-east-2a", start="+1h", end="+25h"), "broken"),
    lambda b: b.impair(b.block(count=1, zone="us-east-2a", start="+1h", end="+25h")),
    lambda b: b.impair("cr-0000000000000000", region="us-nowhere-1"),
    lambda b: b.impair(None),  # type: ignore[arg-type]
    lambda b: b.publish_image(None),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("tell", NONSENSE)
def test_a_test_is_refused_what_a_scenario_is(account: AccountState, tell: Callable[[Account], object]) -> None:
    before = repr(account.settings)
    with pytest.raises(InputError) as caught:
        tell(Account(account))
    assert set(caught.value.codes) == {"TRN095"}
    assert repr(account.settings) == before


def test_time_that_an_account_has_seen_goes_forward_only(account: AccountState) -> None:
    built = Account(account)
    built.stand_still("2001-01-01")
    built.stand_still("2001-01-01")
    built.advance("1h")
    for back in (
        lambda: apply(built, {"now": "2001-01-01", "instances": [{"count": 0}]}),
        lambda: built.stand_still("2001-01-01"),
    ):
        with pytest.raises(InputError) as caught:
            back()
        assert caught.value.problems[-1].prop == "now"
    assert built.now.isoformat() == "2001-01-01T01:00:00+00:00"
    apply(built, {"now": "2001-01-02"})


def test_a_clock_that_would_overflow_stays_where_it_is(account: AccountState) -> None:
    built = Account(account)
    built.stand_still("2989-06-01")
    for by in ("9999999d", "3651d", "9" * 40 + "s"):
        with pytest.raises(InputError, match="TRN095"):
            built.advance(by)
    built.advance("3650d")
    before = built.now
    with pytest.raises(ValueError, match="clock ends"):
        built.advance("3650d")
    assert built.now == before
    with pytest.raises(InputError, match="TRN095"):
        built.stand_still("9999-12-31")


@pytest.mark.parametrize("value", [[], {}, None, 1, [[]], {"a": []}, float("inf"), pytest.param(10**400, id="huge")])
def test_every_field_takes_or_refuses_a_value_of_any_kind(value: object) -> None:
    for fields in FIELDS.values():
        for field in fields.values():
            assert isinstance(field.test(value), bool)


def test_a_zone_that_no_region_has_does_not_hide_behind_a_count(tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text("instances: [{count: 0, zone_id: use2-az9}, {count: 0, zone: us-east-2z}]")
    with pytest.raises(InputError) as caught:
        load(file)
    named = ["instances[0].count", "instances[0].zone_id", "instances[1].count", "instances[1].zone"]
    assert sorted(one.prop for one in caught.value.problems) == named


def test_all_mistakes_are_told_whatever_else_is_wrong(account: AccountState) -> None:
    scenario = {
        "quotas": {"L-2C3B7624": -1, "L-2C3B7625": 1},
        "denied": ["DescribeVpcs", 5, "Nope"],
        "opted_in": ["mars"],
        "blocs": [],
        "instances": [{"count": "x"}, {"count": 1, "zone": "us-east-2z"}],
        "failures": [{"operation": 3, "code": "InternalError"}],
    }
    with pytest.raises(InputError) as caught:
        apply(Account(account), scenario)
    named = ["blocs", "failures[0].operation", "instances[0].count", "instances[0].zone", "instances[1].zone"]
    named += ["denied[1]", "denied[2]", "opted_in[0]", "quotas.L-2C3B7624", "quotas.L-2C3B7625"]
    assert sorted(one.prop for one in caught.value.problems) == sorted(named)
