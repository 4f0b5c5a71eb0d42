"""Preflight against the simulated account: the same client code, honest answers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
import pytest

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.demand.from_spec import from_spec
from cdk_trainium.demand.sources import demands_of_paths
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Level, Status, Verdict
from cdk_trainium.preflight import run
from cdk_trainium.preflight.clients import Clients
from cdk_trainium.preflight.increase import Increase
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.runner import examine, select
from cdk_trainium.preflight.survey import survey
from cdk_trainium.sandbox import mock_account
from cdk_trainium.sandbox.builder import Account
from cdk_trainium.sandbox.state import AccountState
from cdk_trainium.spec import load_cluster, parse_cluster

ROOT = Path(__file__).resolve().parents[2]
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)


@pytest.fixture
def account() -> Iterator[AccountState]:
    with mock_account(region="us-east-2") as state:
        yield state


def demand_of(name: str) -> Demand:
    return from_spec(load_cluster(ROOT / "clusters" / f"{name}.yaml"))


def counted(session: boto3.Session) -> Counter[str]:
    """Return a count of every call of ``session``, growing while it is used."""
    calls: Counter[str] = Counter()

    def seen(model: Any, **_: Any) -> None:
        calls[model.name] += 1

    session.events.register("before-call.*.*", seen)
    return calls


def test_a_plan_that_fits_passes(account: AccountState) -> None:
    report = run(demand_of("trn2-on-demand"), session=boto3.Session())
    assert [item for item in report.findings if item.level is not Level.INFO] == []
    assert report.verdict is Verdict.PASS


def test_a_region_without_the_type_fails(account: AccountState) -> None:
    report = run(demand_of("trn2-on-demand").with_region("us-west-2"), session=boto3.Session())
    assert "type-offered-in-region" in {item.id for item in report.findings if item.level is Level.ERROR}


def test_a_quota_that_is_too_small_is_raised_and_then_passes(account: AccountState) -> None:
    account.settings.quotas["L-2C3B7624"] = 64.0
    demand, session = demand_of("trn2-on-demand"), boto3.Session()
    first = run(demand, session=session, checks=["quota-on-demand"])
    (finding,) = first.findings
    assert (finding.evidence["have"], finding.evidence["need"], finding.evidence["missing"]) == (64.0, 192, 128.0)
    increase = Increase(session, "us-east-2", "ec2", "L-2C3B7624")
    wanted = finding.evidence["increase"]["desired_value"]
    assert isinstance(wanted, float | int)
    assert increase.needless(wanted) == ""
    increase.file(wanted)
    assert run(demand, session=session, checks=["quota-on-demand"]).verdict is Verdict.PASS


def test_an_open_request_is_told_and_not_repeated(account: AccountState) -> None:
    account.settings.quotas["L-2C3B7624"] = 64.0
    account.settings.quota_decision = "CASE_OPENED"
    session = boto3.Session()
    Increase(session, "us-east-2", "ec2", "L-2C3B7624").file(192)
    (finding,) = run(demand_of("trn2-on-demand"), session=session, checks=["quota-on-demand"]).findings
    assert "CASE_OPENED" in finding.message
    assert "CASE_OPENED" in Increase(session, "us-east-2", "ec2", "L-2C3B7624").needless(192)


def test_twenty_groups_take_at_most_forty_calls(account: AccountState) -> None:
    kinds = ("on-demand", "spot", "reservation", "on-demand")
    group = "  - {{name: g{0}, instance_type: trn2.48xlarge, node_count: {1}, capacity: {{kind: {2}}}}}"
    lines = [group.format(at, at % 4 + 1, kinds[at % 4]) for at in range(20)]
    text = "name: many\nregion: us-east-2\nzone_id: use2-az1\nimage: {floating: true}\ngroups:\n" + "\n".join(lines)
    session = boto3.Session()
    calls = counted(session)
    demand = from_spec(parse_cluster(text, where="many"))
    report = run(demand, session=session)
    assert calls.total() <= 40, calls
    examined, _ = examine(Plan(demand, default(), NOW), select(None, (), dry_run_launch=False), session, lambda _: None)
    assert {one.check.id: one.chain for one in examined if one.chain > 3} == {}
    assert max(one.chain for one in examined) >= 2
    assert [(item.id, item.reason) for item in report.results if item.status is Status.UNKNOWN] == []
    assert report.verdict is Verdict.PASS


def test_a_region_that_is_not_enabled_is_told(account: AccountState) -> None:
    account.settings.opted_in = set()
    report = run(demand_of("trn2-on-demand").with_region("ap-south-2"), session=boto3.Session())
    errors = {item.id for item in report.findings if item.level is Level.ERROR}
    assert errors == {"region-enabled", "zone-available"}  # the file's zone is of another region


RESERVATION = "cr-0123456789abcdef0"


def launch(account: Account, **group: Any) -> Demand:
    """Return a demand of one group in a subnet of its own, with security group and image, in the sandbox's zone."""
    ec2 = account.client("ec2")
    vpc = ec2.create_vpc(CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
    subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.0.0.0/20", AvailabilityZoneId="use2-az1")["Subnet"]["SubnetId"]
    key = ec2.create_security_group(GroupName="efa", Description="efa", VpcId=vpc)["GroupId"]
    own = [{"IpProtocol": "-1", "UserIdGroupPairs": [{"GroupId": key}]}]
    ec2.authorize_security_group_ingress(GroupId=key, IpPermissions=own)
    ec2.authorize_security_group_egress(GroupId=key, IpPermissions=own)
    path = "/aws/service/neuron/dlami/base/ubuntu-24.04/latest/image_id"
    one = {"name": "g", "instance_type": "trn2.48xlarge", "image_parameter": path, "count": 4}
    place = {"subnet_ids": [subnet], "security_group_ids": [key], "vpc": vpc}
    return Demand.model_validate({"region": "us-east-2", "groups": [{**one, **place, **group}]})


BLOCK = {"kind": "block", "ids": [RESERVATION]}
BLOCK_CHECKS = tuple(
    f"reservation-{name}" for name in ("state", "match", "zone", "free", "window", "placement", "owner")
)


def judged(demand: Demand, account: Account, *checks: str, **more: Any) -> dict[str, Status]:
    report = run(demand, session=boto3.Session(), clock=lambda: account.now, checks=checks, **more)
    return {item.id: item.status for item in report.results}


def test_a_block_is_followed_through_its_life(account: AccountState) -> None:
    built = Account(account)
    built.stand_still("2026-12-01T09:00:00Z")
    built.block(count=4, start="+2h", end="+2d", zone_id="use2-az1", reservation_id=RESERVATION)
    demand = launch(built, capacity=BLOCK)
    assert judged(demand, built, "reservation-state") == {"reservation-state": Status.FAIL}
    waiting = demand.model_copy(update={"groups": (demand.groups[0].model_copy(update={"desired": 0}),)})
    assert judged(waiting, built, "reservation-state") == {"reservation-state": Status.PASS}
    built.advance("3h")
    assert set(judged(demand, built, *BLOCK_CHECKS).values()) == {Status.PASS}
    built.advance("1d20h")
    assert judged(demand, built, "reservation-window")["reservation-window"] is Status.WARNING
    built.advance("3h")
    assert judged(demand, built, "reservation-window")["reservation-window"] is not Status.PASS


def test_a_block_in_another_zone_or_too_small_fails(account: AccountState) -> None:
    built = Account(account)
    built.stand_still("2026-12-01T09:00:00Z")
    built.block(count=2, start="-1h", end="+1d", zone_id="use2-az3", reservation_id=RESERVATION)
    ended = judged(launch(built, capacity=BLOCK), built, *BLOCK_CHECKS)
    failed = {name for name, status in ended.items() if status is Status.FAIL}
    assert failed == {"reservation-zone", "reservation-free"}


def test_single_instances_that_share_a_reservation_need_its_slots_together(
    account: AccountState, tmp_path: Path
) -> None:
    built = Account(account)
    built.reservation(count=2, zone_id="use2-az3", reservation_id=RESERVATION)
    target = {"CapacityReservationTarget": {"CapacityReservationId": RESERVATION}}
    image = "ami-0123456789abcdef0"
    one = {"InstanceType": "trn2.48xlarge", "ImageId": image, "CapacityReservationSpecification": target}
    verdicts = []
    for nodes in (2, 3):
        made = {f"Node{number}": {"Type": "AWS::EC2::Instance", "Properties": one} for number in range(nodes)}
        (tmp_path / "t.json").write_text(json.dumps({"Resources": made}), encoding="utf-8")
        (demand,), _ = demands_of_paths([tmp_path / "t.json"], region="us-east-2", catalog=default())
        verdicts.append({*judged(demand, built, "reservation-free").values()})
    assert verdicts == [{Status.PASS}, {Status.FAIL}]


@pytest.mark.parametrize("layout", ["efa", "efa-only"])
def test_the_dry_run_sends_the_interfaces_of_the_layout(account: AccountState, layout: str) -> None:
    demand = launch(Account(account), layout=layout)
    ended = judged(demand, Account(account), "launch-dry-run", "security-group-efa", dry_run_launch=True)
    assert ended == {"launch-dry-run": Status.PASS, "security-group-efa": Status.PASS}


def test_the_dry_run_reports_what_ec2_refuses(account: AccountState) -> None:
    laid = [{"card": card, "device": 0, "type": "efa"} for card in range(17)]
    demand = launch(Account(account), interfaces=laid)
    assert judged(demand, Account(account), "launch-dry-run", dry_run_launch=True)["launch-dry-run"] is Status.FAIL


def test_a_permission_that_is_missing_is_no_pass(account: AccountState) -> None:
    Account(account).deny("DescribeInstances")
    demand = demand_of("trn2-on-demand")
    assert judged(demand, Account(account), "quota-on-demand") == {"quota-on-demand": Status.UNKNOWN}


@pytest.mark.parametrize(
    ("start", "quota", "status"),
    [("-1h", 383, Status.FAIL), ("-1h", 384, Status.PASS), ("+2d", 383, Status.UNKNOWN), ("+2d", 191, Status.FAIL)],
)
def test_blocks_count_when_they_run_at_the_same_time(
    account: AccountState, start: str, quota: float, status: Status
) -> None:
    built = Account(account)
    built.stand_still("2026-12-01T09:00:00Z")
    built.block(count=1, start=start, end="+5d", zone_id="use2-az1")
    built.quota("L-64569A79", quota)
    demand = launch(built, capacity="block", count=1)
    assert judged(demand, built, "quota-capacity-blocks") == {"quota-capacity-blocks": status}


def test_a_block_quota_of_zero_explains_why_no_offers_are_shown(account: AccountState) -> None:
    built = Account(account)
    built.aws_defaults()
    demand = launch(built, capacity="block", count=1)
    assert judged(demand, built, "block-offered") == {"block-offered": Status.FAIL}
    built.quota("L-64569A79", 192)
    assert judged(demand, built, "block-offered") == {"block-offered": Status.PASS}


def test_an_account_without_ultraservers_is_unknown(account: AccountState) -> None:
    account.settings.ultraservers_allowed = False
    built = Account(account, "ap-south-2")
    one = {"name": "g", "instance_type": "trn2u.48xlarge", "count": 4, "capacity": "block"}
    demand = Demand.model_validate({"region": "ap-south-2", "groups": [{**one, "ultraserver_type": "u-trn2x64"}]})
    assert judged(demand, built, "block-offered") == {"block-offered": Status.UNKNOWN}


def test_zones_of_several_regions_are_surveyed_at_once(account: AccountState) -> None:
    zones, failed = survey(
        Clients(boto3.Session(), "", 4),
        ["us-east-2", "us-west-2", "ap-south-2"],
        "trn2.48xlarge",
        default(),
        image="",
        hours=24,
    )
    assert failed == {}
    assert {zone.region for zone in zones} == {"us-east-2", "ap-south-2"}
    assert all(zone.zone_id and zone.quotas["on-demand"] for zone in zones)


def test_a_quota_without_an_applied_value_has_awss_default(account: AccountState) -> None:
    account.settings.no_applied_value = {"L-2C3B7624"}
    found, failed = survey(
        Clients(boto3.Session(), "", 4), ["us-east-2"], "trn2.48xlarge", default(), image="", hours=24
    )
    assert failed == {}
    assert {(zone.quotas["on-demand"], zone.defaults, zone.troubles) for zone in found} == {(0.0, ("on-demand",), ())}
    assert all(zone.quotas["spot"] for zone in found)


def test_a_region_without_the_type_is_asked_no_more(account: AccountState) -> None:
    session = boto3.Session()
    calls = counted(session)
    survey(
        Clients(session, "", 4), ["us-east-2", "us-west-2", "eu-west-3"], "trn2.48xlarge", default(), image="", hours=24
    )
    assert calls["DescribeInstanceTypeOfferings"] == 3
    assert calls["DescribeAvailabilityZones"] == 1


@pytest.mark.usefixtures("account")
def test_a_region_that_does_not_exist_fails_as_such() -> None:
    report = run(Demand(region="us-east-9"), session=boto3.Session())
    assert [item.id for item in report.findings if item.level is Level.ERROR] == ["region-enabled"]


@pytest.mark.parametrize(
    ("region", "service", "code", "prop", "hint"),
    [
        ("us-east-9", "ec2", "L-2C3B7624", "", "us-east-9"),
        ("us-east-2", "EC2", "L-2C3B7624", "--service", "ec2"),
        ("us-east-2", "ec2", "L-FFFFFFFF", "--code", "list-service-quotas --service-code ec2"),
        ("us-east-2", "ec2", "l-2c3b7624", "--code", "L-2C3B7624"),
    ],
)
@pytest.mark.usefixtures("account")
def test_a_quota_that_does_not_exist_names_what_is_wrong(
    region: str, service: str, code: str, prop: str, hint: str
) -> None:
    with pytest.raises(InputError) as caught:
        Increase(boto3.Session(), region, service, code)
    (problem,) = caught.value.problems
    assert (problem.code, problem.prop) == ("TRN070", prop)
    assert hint in problem.hint
