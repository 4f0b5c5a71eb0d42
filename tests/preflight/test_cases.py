"""The public reports that preflight must judge right, replayed through a real session."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from cdk_trainium.demand import Demand
from cdk_trainium.demand.from_templates import from_templates
from cdk_trainium.findings import Level, Report, Status, Verdict
from cdk_trainium.preflight import run
from cdk_trainium.preflight.question import Trouble
from cdk_trainium.template import load as load_templates

from .replay import Replay

pytestmark = pytest.mark.usefixtures("no_waiting")
CASES = Path(__file__).parent / "cases"
HISTORY = "ListRequestedServiceQuotaChangeHistoryByQuota"
"""Looked up for the text of a failed quota; the recordings do not hold it, so it is denied."""


def load(case: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(next(CASES.glob(f"{case}-*.json")).read_text(encoding="utf-8"))
    return data


def demand_of(request: dict[str, Any], **group: Any) -> Demand:
    """Write the request of a case as a demand."""
    asked: Iterable[dict[str, Any]] = request.get("checks") or [request]
    groups = [
        {
            "name": f"group-{at}",
            "instance_type": one["instance_type"],
            "count": one.get("count", 1),
            "capacity": _capacity(request),
            "subnet_ids": request.get("subnet_ids", []),
            "layout": request.get("interface_layout"),
            "image_id": request.get("image_id", ""),
            "ultraserver_type": request.get("ultraserver_type", ""),
            "placement_strategy": request.get("placement_group_strategy", ""),
            # No catalog entry for t3: the plan states its vCPUs, as EC2 publishes them.
            "vcpus": {"t3.micro": 2}.get(one["instance_type"]),
            **group,
        }
        for at, one in enumerate(asked)
    ]
    return Demand.model_validate({"region": request["region"], "groups": groups})


def _capacity(request: dict[str, Any]) -> dict[str, Any]:
    if reservation := request.get("capacity_reservation_id"):
        return {"kind": "reservation", "ids": [reservation]}
    return {"kind": request.get("purchase", "on-demand")}


def judge(
    case: str,
    *checks: str,
    denied: Iterable[str] = (HISTORY,),
    change: Callable[[dict[str, Any]], None] = lambda _data: None,
    **group: Any,
) -> tuple[Report, Replay]:
    """Run ``checks`` on a case; a call that it does not hold fails the test."""
    data = copy.deepcopy(load(case))
    change(data)
    replay = Replay(data["calls"], denied=denied)
    now = datetime.fromisoformat(data["now"])
    report = run(demand_of(data["request"], **group), session=replay.session(), clock=lambda: now, checks=checks)
    assert replay.unexpected == []
    assert set(replay.regions) <= {data["request"]["region"]}
    return report, replay


def said(report: Report) -> str:
    """Return what a reader of the JSON report sees."""
    return " ".join(f"{item.message} {item.hint} {json.dumps(dict(item.evidence))}" for item in report.findings)


def levels(report: Report) -> set[Level]:
    return {item.level for item in report.findings}


RESERVATION = {
    "CapacityReservationId": "cr-0aaaaaaaaaaaaaaa1",
    "InstanceType": "trn2.48xlarge",
    "InstancePlatform": "Linux/UNIX",
    "Tenancy": "default",
    "State": "active",
    "InstanceMatchCriteria": "targeted",
}


def judge_template(case: str, reservation_type: str, *, meant: bool = False) -> Report:
    """Judge the launch data of a template case against a reservation of ``reservation_type``."""
    loaded = load_templates([next(CASES.glob(f"{case}-*.json"))], region="us-east-2")
    (demand,) = from_templates(loaded.templates)
    if meant:
        demand = demand.with_reservations(["cr-0aaaaaaaaaaaaaaa1"], "reservation")
    answer = {"CapacityReservations": [{**RESERVATION, "ReservationType": reservation_type}]}
    replay = Replay([{"service": "ec2", "operation": "DescribeCapacityReservations", "response": answer}])
    # The launch template stands alone: how many nodes launch from it is open, and not judged here.
    return run(demand, session=replay.session(), checks=["reservation-targeted"], skip=["plan-determined"])


def test_k2_01_a_block_needs_its_market_type() -> None:
    report = judge_template("K2-01", "capacity-block")
    assert report.verdict is Verdict.FAIL
    for word in ("MarketType", "capacity-block", "cr-0aaaaaaaaaaaaaaa1"):
        assert word in said(report)
    assert judge_template("K2-01", "default").verdict is Verdict.PASS


def test_k2_09_a_targeted_reservation_must_be_named() -> None:
    report = judge_template("K2-09", "default", meant=True)
    assert report.verdict is Verdict.FAIL
    assert "targeted" in said(report)
    assert "CapacityReservationTarget" in said(report)


def test_k2_03_a_scheduled_block_is_not_yet_usable() -> None:
    report, _ = judge("K2-03", "reservation-state", "reservation-match", "reservation-free", "reservation-window")
    assert report.verdict is Verdict.FAIL
    assert "scheduled" in said(report)
    assert "2026-12-03T11:30:00Z" in said(report)
    missing, _ = judge(
        "K2-03",
        "reservation-state",
        change=lambda data: data["calls"][0]["response"].update(CapacityReservations=[]),
    )
    assert "no such reservation" in said(missing)
    assert "no such reservation" not in said(report)


@pytest.mark.parametrize(
    "state",
    ["pending", "payment-pending", "payment-failed", "assessing", "delayed", "unavailable", "expired", "made-up"],
)
def test_k2_03_only_active_passes(state: str) -> None:
    def change(data: dict[str, Any]) -> None:
        data["calls"][0]["response"]["CapacityReservations"][0]["State"] = state

    report, _ = judge("K2-03", "reservation-state", change=change)
    assert report.verdict is Verdict.FAIL
    assert state in said(report)


def test_k2_03_a_group_at_zero_may_wait_for_its_block() -> None:
    report, _ = judge("K2-03", "reservation-state", desired=0)
    assert report.verdict is Verdict.PASS
    assert levels(report) == {Level.INFO}


def test_k2_05_zones_are_compared_by_id() -> None:
    report, _ = judge("K2-05", "reservation-zone", "reservation-state")
    assert report.verdict is Verdict.FAIL
    for word in ("use2-az3", "use2-az1", "subnet-0aaa0000000000001"):
        assert word in said(report)


def test_k2_05_the_same_zone_id_passes() -> None:
    def change(data: dict[str, Any]) -> None:
        data["calls"][1]["response"]["Subnets"][0]["AvailabilityZoneId"] = "use2-az3"

    report, _ = judge("K2-05", "reservation-zone", change=change)
    assert report.verdict is Verdict.PASS


def test_k2_13_an_account_without_ultraservers_is_unknown() -> None:
    report, _ = judge("K2-13", "block-offered", "ultraserver-multiple")
    assert report.verdict is Verdict.UNKNOWN
    assert levels(report) == {Level.UNKNOWN}
    assert "UltraServer" in said(report)
    assert "authorized" in said(report)
    statuses = {item.id: item.status for item in report.results}
    assert statuses["ultraserver-multiple"] is Status.PASS


def test_k2_15_no_capacity_moves_the_whole_group() -> None:
    # EC2 takes no launch without an image; the case has none.
    report, _ = judge("K2-15", "launch-dry-run", image_id="ami-0123456789abcdef0")
    assert report.verdict is Verdict.FAIL
    assert "us-east-2b" in said(report)
    assert "us-east-2c" in said(report)
    assert "not specifying an Availability Zone" not in said(report)
    assert report.findings[0].evidence["zones"] == ["us-east-2b", "us-east-2c"]


def test_k3_01_families_are_matched_whole() -> None:
    report, _ = judge("K3-01", "quota-value")
    assert report.verdict is Verdict.PASS
    assert not report.findings
    judged = {item.subject: item.reason for item in report.results}
    assert "is 1,152 vCPU" in judged["L-1216C47A"]
    assert "is 192 vCPU" in judged["L-2C3B7624"]


def test_k3_01_what_runs_is_not_recorded_and_so_unknown() -> None:
    report, _ = judge("K3-01", "quota-value", "quota-on-demand", denied=(HISTORY, "DescribeInstances"))
    assert report.verdict is Verdict.UNKNOWN
    assert {(item.id, item.status) for item in report.results} == {
        ("quota-value", Status.PASS),
        ("quota-on-demand", Status.UNKNOWN),
    }


def test_k3_01_nothing_running_passes() -> None:
    running = {"service": "ec2", "operation": "DescribeInstances", "response": {"Reservations": []}}
    report, _ = judge("K3-01", "quota-on-demand", change=lambda data: data["calls"].append(running))
    assert report.verdict is Verdict.PASS


def test_k3_03_a_quota_of_zero_is_a_value() -> None:
    report, _ = judge("K3-03", "quota-on-demand")
    assert report.verdict is Verdict.FAIL
    evidence = report.findings[0].evidence
    assert (evidence["code"], evidence["have"], evidence["need"]) == ("L-2C3B7624", 0, 192)
    assert evidence["increase"]["desired_value"] == 192
    assert "L-2C3B7624" in said(report)
    assert "192" in said(report)


def test_k3_05_quotas_count_vcpus() -> None:
    report, _ = judge("K3-05", "quota-on-demand")
    assert report.verdict is Verdict.FAIL
    assert report.findings[0].evidence["need"] == 12288
    assert report.findings[0].evidence["have"] == 64
    assert "12288" in said(report)
    assert "room for 0 more nodes" in said(report)


def test_k3_07_a_service_that_does_not_exist_is_our_mistake() -> None:
    def change(data: dict[str, Any]) -> None:
        data["calls"][0]["params"] = None
        data["calls"].append({"service": "ec2", "operation": "DescribeInstances", "response": {"Reservations": []}})

    report, replay = judge("K3-07", "quota-on-demand", denied=(), change=change)
    asked = [params for _, name, params in replay.recorded if name == "GetServiceQuota"]
    assert asked == [{"ServiceCode": "ec2", "QuotaCode": "L-2C3B7624"}]
    assert report.verdict is Verdict.UNKNOWN
    assert "service does not exist" in said(report)
    assert report.findings[0].evidence["trouble"] == Trouble.MISTAKEN
    assert "report" in report.findings[0].hint
    assert replay.sent["GetAWSDefaultServiceQuota"] == 0


def test_k3_07_no_applied_value_is_no_mistake() -> None:
    def change(data: dict[str, Any]) -> None:
        call = data["calls"][0]
        call["params"], call["error"]["Message"] = None, "The request failed because the quota does not exist."
        data["calls"].append({"service": "ec2", "operation": "DescribeInstances", "response": {"Reservations": []}})

    report, replay = judge("K3-07", "quota-on-demand", denied=["GetAWSDefaultServiceQuota"], change=change)
    assert report.findings[0].evidence["trouble"] == Trouble.DENIED
    assert replay.sent["GetAWSDefaultServiceQuota"] == 1


@pytest.mark.parametrize(
    ("check", "service", "code"),
    [("quota-elastic-ips", "ec2", "L-0263D0A3"), ("quota-network-interfaces", "vpc", "L-DF5E4CA3")],
)
def test_k3_07_addresses_and_interfaces_ask_their_own_service(check: str, service: str, code: str) -> None:
    group = {"name": "g", "instance_type": "trn2.48xlarge"}
    demand = Demand.model_validate({"region": "us-east-2", "groups": [group], "counts": {"elastic_ips": 1}})
    replay = Replay([], denied=["GetServiceQuota", "DescribeAddresses", "DescribeNetworkInterfaces"])
    run(demand, session=replay.session(), checks=[check])
    asked = [params for _, name, params in replay.recorded if name == "GetServiceQuota"]
    assert asked == [{"ServiceCode": service, "QuotaCode": code}]


def test_k3_09_throttling_is_retried(no_waiting: list[float]) -> None:
    report, replay = judge("K3-09", "quota-on-demand")
    assert report.verdict is Verdict.PASS
    assert replay.sent["GetServiceQuota"] == 3
    assert replay.sent["ListServiceQuotas"] == 0
    assert len(no_waiting) == 2


def test_k3_09_endless_throttling_is_unknown() -> None:
    report, _ = judge(
        "K3-09", "quota-on-demand", change=lambda data: data.update(calls=[data["calls"][0], data["calls"][3]])
    )
    assert report.verdict is Verdict.UNKNOWN
    assert "throttled" in said(report)


BLOCK_CHECKS = (
    "quota-on-demand",
    "quota-reservations",
    "quota-capacity-blocks",
    "reservation-state",
    "reservation-match",
    "reservation-zone",
    "reservation-free",
    "reservation-window",
    "reservation-placement",
    "subnet-zone",
    "subnet-addresses",
)


def test_k3_11_a_block_is_exempt_from_the_on_demand_quota() -> None:
    report, _ = judge("K3-11", *BLOCK_CHECKS)
    assert report.verdict is Verdict.PASS
    # The case calls the block a reservation, and a launch without the market type is refused.
    assert {item.id for item in report.findings if item.level is not Level.INFO} == {"reservation-match"}
    statuses = {item.id: item.status for item in report.results}
    assert statuses["quota-on-demand"] is Status.SKIPPED
    assert statuses["quota-reservations"] is Status.SKIPPED


def test_k3_11_a_reservation_is_not_exempt() -> None:
    def change(data: dict[str, Any]) -> None:
        data["calls"][2]["response"]["CapacityReservations"][0]["ReservationType"] = "default"

    report, _ = judge("K3-11", *BLOCK_CHECKS, change=change)
    assert report.verdict is Verdict.FAIL
    assert [item.id for item in report.findings if item.level is Level.ERROR] == ["quota-reservations"]
    failed = {item.id for item in report.results if item.status is Status.FAIL}
    assert failed == {"quota-on-demand", "quota-reservations"}
    (error,) = (item for item in report.findings if item.level is Level.ERROR)
    assert error.evidence["need"] == 0
    assert "over it already" in error.message
    assert "missing" not in error.message


@pytest.mark.parametrize("kind", ["reservation", "block"])
def test_k3_11_no_default_counts_for_what_exists(kind: str) -> None:
    report, _ = judge("K3-11", "documented-limits", capacity={"kind": kind, "ids": ["cr-0aaaaaaaaaaaaaaa1"]})
    assert not report.findings


@pytest.mark.parametrize("kind", ["on-demand", "block"])
def test_k3_11_the_default_counts_for_what_is_to_be_bought(kind: str) -> None:
    report, _ = judge("K3-11", "documented-limits", capacity=kind)
    assert levels(report) == {Level.INFO}


def test_k3_13_interfaces_are_counted_over_all_pages() -> None:
    report, replay = judge("K3-13", "quota-network-interfaces")
    assert report.verdict is Verdict.FAIL
    assert report.findings[0].evidence["need"] == 1088
    assert report.findings[0].evidence["used"] == 4200
    assert "1088" in said(report)
    assert "800 free" in said(report)
    assert replay.sent["DescribeNetworkInterfaces"] == 5


def test_k4_01_a_region_without_the_type() -> None:
    report, _ = judge("K4-01", "type-offered-in-region")
    assert report.verdict is Verdict.FAIL
    assert "us-west-2 does not offer trn2.48xlarge" in said(report)
    assert "us-east-2" in said(report)


def test_k4_05_a_local_zone_is_not_picked() -> None:
    report, _ = judge("K4-05", "type-offered-in-region", "type-offered-in-zone")
    assert levels(report) == {Level.WARNING}
    assert "us-east-1-dfw-2a" in said(report)
    assert "local" in said(report)


def test_k4_05_a_local_zone_of_the_plan_is_accepted() -> None:
    report, _ = judge("K4-05", "type-offered-in-zone", "zone-available", zone="us-east-1-dfw-2a")
    assert not report.findings
    assert report.verdict is Verdict.PASS


LOCAL_BLOCK = {
    **RESERVATION,
    "InstanceType": "p5.48xlarge",
    "ReservationType": "capacity-block",
    "AvailabilityZone": "us-east-1-dfw-2a",
    "AvailabilityZoneId": "use1-dfw2-az1",
}


@pytest.mark.parametrize("kind", ["block", "reservation"])
@pytest.mark.parametrize("opted", ["opted-in", "not-opted-in"])
def test_k4_05_the_local_zone_of_a_block_is_accepted(opted: str, kind: str) -> None:
    def change(data: dict[str, Any]) -> None:
        answer = {"CapacityReservations": [LOCAL_BLOCK]}
        data["calls"].append({"service": "ec2", "operation": "DescribeCapacityReservations", "response": answer})
        data["calls"][0]["response"]["AvailabilityZones"][1]["OptInStatus"] = opted

    capacity = {"kind": kind, "ids": [LOCAL_BLOCK["CapacityReservationId"]]}
    report, _ = judge("K4-05", "type-offered-in-zone", "zone-available", change=change, capacity=capacity)
    assert report.verdict is (Verdict.PASS if opted == "opted-in" else Verdict.FAIL)
    assert {item.id for item in report.findings} == (set() if opted == "opted-in" else {"zone-available"})


def test_k4_05_a_block_that_does_not_exist_is_in_no_zone() -> None:
    def change(data: dict[str, Any]) -> None:
        answer: dict[str, Any] = {"CapacityReservations": []}
        data["calls"].append({"service": "ec2", "operation": "DescribeCapacityReservations", "response": answer})

    capacity = {"kind": "block", "ids": ["cr-0aaaaaaaaaaaaaaa1"]}
    asked = ("type-offered-in-zone", "zone-available")
    report, _ = judge("K4-05", *asked, "reservation-state", change=change, capacity=capacity)
    assert levels(report) == {Level.WARNING, Level.ERROR}
    assert {item.id: item.status for item in report.results}["zone-available"] is Status.SKIPPED
    alone, _ = judge("K4-05", *asked, change=change, capacity=capacity)
    assert {item.id: item.status for item in alone.results}["zone-available"] is Status.UNKNOWN


def test_k4_07_an_empty_first_page_is_not_the_end() -> None:
    report, replay = judge("K4-07", "type-offered-in-region")
    assert report.verdict is Verdict.PASS
    assert replay.sent["DescribeInstanceTypeOfferings"] == 2


def test_k5_05_an_image_older_than_the_accelerator() -> None:
    report, _ = judge("K5-05", "image-exists", "image-architecture", "image-neuron-sdk")
    assert levels(report) == {Level.WARNING}
    assert "2024-03-15" in said(report)
    assert "trn2" in said(report)


def test_k5_07_an_image_of_another_architecture() -> None:
    report, _ = judge("K5-07", "image-exists", "image-architecture")
    assert report.verdict is Verdict.FAIL
    assert "arm64" in said(report)
    assert "x86_64" in said(report)


def answer_types(data: dict[str, Any], **said: Any) -> None:
    """Let DescribeInstanceTypes of a case answer ``said``."""
    calls = [call for call in data["calls"] if call["operation"] != "DescribeInstanceTypes"]
    data["calls"] = [*calls, {"service": "ec2", "operation": "DescribeInstanceTypes", **said}]


def test_k5_07_the_hint_names_the_architecture_of_the_type() -> None:
    def change(data: dict[str, Any]) -> None:
        image = next(call for call in data["calls"] if call["operation"] == "DescribeImages")
        image["response"]["Images"][0]["Architecture"] = "x86_64"
        row = {"InstanceType": "m7g.large", "ProcessorInfo": {"SupportedArchitectures": ["arm64"]}}
        answer_types(data, response={"InstanceTypes": [row]})

    report, _ = judge("K5-07", "image-architecture", change=change, instance_type="m7g.large", count=1)
    assert report.verdict is Verdict.FAIL
    assert "arm64" in report.findings[0].hint
    assert "x86_64" not in report.findings[0].hint


def test_k9_03_a_refused_type_is_not_there_or_unknown() -> None:
    def change(data: dict[str, Any]) -> None:
        said = {"Code": "InvalidInstanceType", "Message": "The following supplied instance types do not exist: [x]"}
        answer_types(data, error=said)

    report, _ = judge("K5-07", "image-architecture", change=change, instance_type="m7g.large")
    assert report.verdict is Verdict.UNKNOWN
    assert report.findings[0].evidence["code"] == "InvalidInstanceType"
    assert "not in this region" in report.findings[0].message
    assert "unknown" in report.findings[0].message


def test_k9_03_a_type_that_ec2_does_not_list_runs_no_image_and_refuses_none() -> None:
    def change(data: dict[str, Any]) -> None:
        answer_types(data, response={"InstanceTypes": []})

    report, _ = judge("K5-07", "image-architecture", change=change, instance_type="m7g.large")
    assert report.verdict is Verdict.UNKNOWN


def test_k9_03_being_described_is_no_offering() -> None:
    """What DescribeInstanceTypes knows is never asked to tell what a region offers."""
    report, replay = judge(
        "K4-01", "type-offered-in-region", "type-offered-in-zone", denied=["DescribeAvailabilityZones"]
    )
    assert report.verdict is Verdict.FAIL
    assert replay.sent["DescribeInstanceTypes"] == 0


@pytest.mark.parametrize("case", ["K2-15", "K9-09"])
def test_a_launch_without_an_image_is_told_how_to_name_one(case: str) -> None:
    report, replay = judge(case, "launch-dry-run", image_id="")
    assert report.verdict is Verdict.UNKNOWN
    assert "--image" in report.findings[0].hint
    assert replay.sent["RunInstances"] == 0


def test_a_launch_of_an_image_that_does_not_exist_is_told_which_check_says_so() -> None:
    said = {"Parameters": [], "InvalidParameters": ["/aws/x"]}
    calls = [{"service": "ssm", "operation": "GetParameters", "response": said}]
    group = {"name": "g", "instance_type": "trn2.48xlarge", "image_parameter": "/aws/x"}
    demand = Demand.model_validate({"region": "us-east-2", "groups": [group]})
    report = run(demand, session=Replay(calls).session(), checks=["launch-dry-run"])
    assert "image-exists" in report.findings[0].hint


@pytest.mark.parametrize(
    ("variant", "verdict", "word"),
    [
        ("ok", Verdict.PASS, "permissions only"),
        ("denied", Verdict.FAIL, "permissions"),
        ("invalid", Verdict.FAIL, "associatePublicIPAddress"),
    ],
)
def test_k9_09_a_dry_run_proves_permissions_only(variant: str, verdict: Verdict, word: str) -> None:
    def change(data: dict[str, Any]) -> None:
        data["calls"] = [call for call in data["calls"] if call["variant"] == variant]

    report, replay = judge("K9-09", "launch-dry-run", change=change, image_id="ami-0123456789abcdef0")
    assert report.verdict is verdict
    assert word in said(report)
    assert any("capacity was not tested" in note for note in report.notes)
    assert all(params["DryRun"] is True for _, _, params in replay.recorded)


@pytest.mark.parametrize(
    "zones",
    [["us-east-2b", "us-east-2-dfw-1a"], ["us-east-2-dfw-1a"], ["us-east-1-wl1-bos-wlz-1"], ["us-gov-west-1a"]],
)
def test_a_refused_launch_names_the_zones_of_every_kind_that_ec2_proposes(zones: list[str]) -> None:
    def change(data: dict[str, Any]) -> None:
        text = f"no capacity (us-east-2a). You can currently get it by choosing {', '.join(zones)}."
        error = {"Code": "InsufficientInstanceCapacity", "Message": text, "HTTPStatusCode": 500}
        data["calls"] = [{"service": "ec2", "operation": "RunInstances", "error": error}]

    report, _ = judge("K9-09", "launch-dry-run", change=change, image_id="ami-0123456789abcdef0")
    assert report.findings[0].evidence["zones"] == sorted(zones)


@pytest.mark.parametrize(
    ("description", "levels"),
    [
        ("Supported EC2 instances: Inf1", [Level.WARNING]),
        ("Supported EC2 instances: Trn1, Inf2", [Level.WARNING]),
        ("Supported EC2 instances: Trn1, Trn2, Inf2", []),
        ("for trn2.48xlarge", []),
        ("names no type", []),
    ],
)
def test_a_neuron_image_that_names_other_types_only_is_doubted(description: str, levels: list[Level]) -> None:
    def change(data: dict[str, Any]) -> None:
        new = {"Name": "Neuron", "Description": description, "CreationDate": "2026-10-01T00:00:00.000Z"}
        data["calls"][0]["response"]["Images"][0].update(new)

    report, _ = judge("K5-05", "image-neuron-sdk", change=change)
    assert [finding.level for finding in report.findings] == levels


def test_an_image_for_trn2_is_for_its_ultraservers_too() -> None:
    def change(data: dict[str, Any]) -> None:
        new = {"Name": "Neuron", "Description": "for Trn2", "CreationDate": "2026-10-01T00:00:00.000Z"}
        data["calls"][0]["response"]["Images"][0].update(new)

    report, _ = judge("K5-05", "image-neuron-sdk", change=change, instance_type="trn2u.48xlarge")
    assert report.findings == ()


def test_a_reservation_that_ec2_says_does_not_exist_fails() -> None:
    def change(data: dict[str, Any]) -> None:
        for call in data["calls"]:
            if call["operation"] == "DescribeCapacityReservations":
                call.pop("response")
                call["error"] = {"Code": "InvalidCapacityReservationId.NotFound", "Message": "x", "HTTPStatusCode": 400}

    report, _ = judge("K3-11", "reservation-state", "reservation-free", "reservation-match", change=change)
    assert report.verdict is Verdict.FAIL
    assert "no such reservation" in said(report)
    assert all(finding.level is not Level.UNKNOWN for finding in report.findings)


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("base/ubuntu-20.04/latest/image_id", "last listed 2025-06"),
        ("jax-0.9/ubuntu-24.04/latest/image_id", "last listed 2026-08"),
        ("pytorch-2.8/ubuntu-22.04/latest/image_id", "last listed 2026-08"),
        ("jax-0.11/ubuntu-24.04/latest/image_id", "has no SSM parameter"),
    ],
)
def test_a_lost_image_parameter_says_until_when_it_was_listed(path: str, word: str) -> None:
    path = f"/aws/service/neuron/dlami/{path}"
    calls = [
        {"service": "ssm", "operation": "GetParameters", "response": {"Parameters": [], "InvalidParameters": [path]}}
    ]
    group = {"name": "g", "instance_type": "trn2.48xlarge", "image_parameter": path}
    demand = Demand.model_validate({"region": "us-east-2", "groups": [group]})
    report = run(demand, session=Replay(calls).session(), checks=["image-parameter"])
    assert report.verdict is Verdict.FAIL
    assert word in said(report)


def test_an_empty_resource_group_is_no_capacity() -> None:
    group = {
        "name": "g",
        "instance_type": "trn2.48xlarge",
        "capacity": {"kind": "block", "resource_group_arn": "arn:x"},
    }
    demand = Demand.model_validate({"region": "us-east-2", "groups": [group]})
    calls = [
        {"service": "ec2", "operation": "DescribeCapacityReservations", "response": {"CapacityReservations": []}},
        {"service": "resource-groups", "operation": "ListGroupResources", "response": {"Resources": []}},
    ]
    report = run(demand, session=Replay(calls).session(), checks=["reservation-state"])
    assert report.verdict is Verdict.FAIL
    assert "holds no capacity reservation" in said(report)


@pytest.mark.parametrize(("free", "verdict"), [(3, Verdict.PASS), (2, Verdict.FAIL)])
def test_a_reservation_named_by_id_and_by_its_group_is_one(free: int, verdict: Verdict) -> None:
    """Groups share its slots, whichever way each of them names it."""
    named = ({"ids": ["cr-0123456789abcdef0"]}, {"resource_group_arn": "arn:x"})
    groups = [
        {
            "name": f"g{count}",
            "instance_type": "trn2.48xlarge",
            "count": count,
            "capacity": {"kind": "reservation", **one},
        }
        for count, one in enumerate(named, 1)
    ]
    demand = Demand.model_validate({"region": "us-east-2", "groups": groups})
    row = {
        "CapacityReservationId": "cr-0123456789abcdef0",
        "State": "active",
        "AvailableInstanceCount": free,
        "TotalInstanceCount": 4,
    }
    member = {"Identifier": {"ResourceArn": "arn:aws:ec2:us-east-2:1:capacity-reservation/cr-0123456789abcdef0"}}
    calls = [
        {"service": "ec2", "operation": "DescribeCapacityReservations", "response": {"CapacityReservations": [row]}},
        {"service": "resource-groups", "operation": "ListGroupResources", "response": {"Resources": [member]}},
    ]
    report = run(demand, session=Replay(calls).session(), checks=["reservation-free"])
    assert report.verdict is verdict


def with_quota(**members: Any) -> Callable[[dict[str, Any]], None]:
    """Every quota of the case has these members."""

    def change(data: dict[str, Any]) -> None:
        for call in data["calls"]:
            if call["operation"] == "GetServiceQuota":
                call["response"]["Quota"].update(members)

    return change


def test_no_increase_is_asked_for_of_a_quota_that_is_not_adjustable() -> None:
    report, _ = judge("K3-03", "quota-on-demand", change=with_quota(Adjustable=False))
    assert report.verdict is Verdict.FAIL
    assert "increase" not in report.findings[0].evidence
    assert "quota request" not in said(report)
    assert "not adjustable" in said(report)
    adjustable, _ = judge("K3-03", "quota-on-demand", change=with_quota(Adjustable=True))
    assert "quota request" in said(adjustable)


@pytest.mark.parametrize(("status", "asks"), [("PENDING", False), ("CASE_OPENED", False), ("DENIED", True)])
def test_no_second_increase_is_asked_for_while_one_is_open(status: str, asks: bool) -> None:
    row = {"ServiceCode": "ec2", "QuotaCode": "L-2C3B7624", "DesiredValue": 192.0, "Status": status}
    call = {"service": "service-quotas", "operation": HISTORY, "response": {"RequestedQuotas": [row]}}
    report, _ = judge("K3-03", "quota-on-demand", denied=(), change=lambda data: data["calls"].append(call))
    assert report.verdict is Verdict.FAIL
    assert ("quota request" in report.findings[0].hint) is asks


def test_a_value_beside_an_error_of_service_quotas_is_none() -> None:
    reason = {"ErrorCode": "DEPENDENCY_SERVICE_ERROR", "ErrorMessage": "not available"}
    report, _ = judge("K3-03", "quota-on-demand", change=with_quota(ErrorReason=reason))
    assert report.verdict is Verdict.UNKNOWN
