"""Each cause is told once, with numbers that people can read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from botocore.awsrequest import AWSResponse
from botocore.exceptions import EndpointConnectionError

from cdk_trainium.demand import Demand
from cdk_trainium.findings import Level, Report, Status
from cdk_trainium.formats import About, render
from cdk_trainium.preflight import run

from . import wire
from .account import DEMAND, NOW, answer
from .replay import Replay

pytestmark = pytest.mark.usefixtures("no_waiting")
TRN = "L-2C3B7624"
CHECKS = ("quota-value", "quota-on-demand", "quota-reservations", "documented-limits")
RESERVED = {
    "CapacityReservationId": "cr-0aaaaaaaaaaaaaaa1",
    "InstanceType": "trn2.48xlarge",
    "State": "active",
    "TotalInstanceCount": 4,
}


def account(quota: float, *, reserved: list[dict[str, Any]]) -> Replay:
    row = {"ServiceCode": "ec2", "QuotaCode": TRN, "QuotaName": "Running On-Demand Trn instances", "Value": quota}
    return Replay(
        [
            {"service": "service-quotas", "operation": "GetServiceQuota", "response": {"Quota": row}},
            {"service": "ec2", "operation": "DescribeInstances", "response": {"Reservations": []}},
            {
                "service": "ec2",
                "operation": "DescribeCapacityReservations",
                "response": {"CapacityReservations": reserved},
            },
        ],
        denied=["ListRequestedServiceQuotaChangeHistoryByQuota"],
    )


def judged(quota: float, *checks: str, reserved: list[dict[str, Any]] | None = None, count: int = 1) -> Report:
    demand = Demand.model_validate(
        {"region": "us-east-2", "groups": [{"name": "g", "instance_type": "trn2.48xlarge", "count": count}]}
    )
    return run(demand, session=account(quota, reserved=reserved or []).session(), checks=checks or CHECKS)


@pytest.mark.parametrize(
    ("quota", "reserved", "told", "request_"),
    [
        (0.0, [], ["quota-on-demand"], 192),
        (0.0, [RESERVED], ["quota-reservations"], 960),
        (192.0, [RESERVED], ["quota-reservations"], 960),
        (960.0, [RESERVED], [], 0),
        (192.0, [], [], 0),
    ],
)
def test_one_request_that_does_not_fit_is_one_finding(
    quota: float, reserved: list[dict[str, Any]], told: list[str], request_: float
) -> None:
    report = judged(quota, reserved=reserved)
    assert [item.id for item in report.findings] == told
    assert [item.evidence["increase"]["desired_value"] for item in report.findings] == [request_] * len(told)


def test_the_results_still_tell_every_check() -> None:
    report = judged(0.0, reserved=[RESERVED])
    failed = {item.id for item in report.results if item.status is Status.FAIL}
    assert failed == {"quota-value", "quota-on-demand", "quota-reservations"}


def test_a_default_is_told_only_where_the_account_was_not_asked() -> None:
    alone = judged(1e6, "documented-limits")
    assert [item.evidence["default_of"] for item in alone.findings] == [f"ec2/{TRN}"]
    assert judged(1e6, "documented-limits", "quota-on-demand").findings == ()


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_numbers_have_one_format(form: str) -> None:
    report = judged(1_600_000_000.0, "quota-on-demand", reserved=[], count=10_000_000)
    (finding,) = report.findings
    assert finding.evidence["have"] == 1_600_000_000.0
    assert finding.evidence["missing"] == 320_000_000.0
    shown = render(report, form, About(verb="preflight", rules={}))
    assert "1,600,000,000 vCPU" in shown
    assert "1,920,000,000 vCPU" in shown
    assert "--value 1920000000" in shown
    assert not re.search(r"\d[eE][+-]?\d", shown)


def test_no_text_of_these_parts_has_a_number_format_of_its_own() -> None:
    """``:g`` writes an exponent, ``:,`` beside it is a second format."""
    root = Path(__file__).resolve().parents[2] / "constructs" / "cdk_trainium"
    files = [*(root / "preflight").rglob("*.py"), *(root / "demand").glob("*.py"), *(root / "cli").glob("*.py")]
    own = [path for path in files if re.search(r"[\w)\]]:[,.\d]*[gef,]\}", path.read_text(encoding="utf-8"))]
    assert {path.name for path in own} <= {"quantity.py", "fact_text.py"}


@pytest.mark.parametrize("check", ["quota-on-demand", "quota-spot", "quota-capacity-blocks"])
def test_a_type_without_a_known_quota_is_named_once(check: str) -> None:
    kind = {"quota-on-demand": "on-demand", "quota-spot": "spot", "quota-capacity-blocks": "block"}[check]
    new = [{"name": f"g{at}", "instance_type": "zz9.96xlarge", "capacity": kind} for at in range(3)]
    known = {"name": "known", "instance_type": "trn2.48xlarge", "capacity": "block"}
    demand = Demand.model_validate({"region": "us-east-2", "groups": [*new, known]})
    report = run(demand, session=None, checks=[check])
    (result,) = [item for item in report.results if item.subject == ""]
    assert result.status is Status.UNKNOWN
    assert result.reason.count("zz9.96xlarge") == 1
    assert "trn2" not in result.reason


def told_by(silent: dict[str, Callable[[Any], AWSResponse]]) -> Report:
    """The report on the whole good account, of which each service in ``silent`` answers so."""
    return run(DEMAND, session=Whole(silent).session(), clock=lambda: NOW)


class Whole(Replay):
    """The good account, but for some services."""

    def __init__(self, silent: dict[str, Callable[[Any], AWSResponse]]) -> None:
        super().__init__([])
        self._silent = silent

    def _find(self, service: str, name: str, params: Any) -> Any:
        return {"response": answer(service, name, dict(params)), "service": service}

    def _reply(self, model: Any, call: Any, params: Any) -> AWSResponse:
        wrong = self._silent.get(call["service"])
        return wrong(model) if wrong else super()._reply(model, call, params)


def unreachable(_model: Any) -> AWSResponse:
    raise EndpointConnectionError(endpoint_url="http://localhost:1")


def page(_model: Any) -> AWSResponse:
    return wire.garbage()


@pytest.mark.parametrize("wrong", [unreachable, page])
@pytest.mark.parametrize("services", [("ec2",), ("service-quotas",), ("iam", "ssm"), ("ec2", "service-quotas")])
def test_a_service_that_answers_nothing_is_told_once(
    services: tuple[str, ...], wrong: Callable[[Any], AWSResponse]
) -> None:
    report = told_by(dict.fromkeys(services, wrong))
    unknown = [item for item in report.findings if item.level is Level.UNKNOWN]
    assert len(unknown) <= len(services)
    assert unknown
    assert report.exit_code == 3
    lost = [item for item in report.results if item.status is Status.UNKNOWN]
    assert len(lost) >= len(unknown)
    assert all(item.reason for item in lost)


def test_a_call_that_alone_has_no_answer_hides_no_other() -> None:
    replay = Whole({})
    replay.hook = lambda name, _params: unreachable if name in ("DescribeVpcs", "DescribeVolumes") else None
    report = run(DEMAND, session=replay.session(), clock=lambda: NOW)
    told = {item.id for item in report.findings if item.level is Level.UNKNOWN}
    assert told == {item.id for item in report.results if item.status is Status.UNKNOWN}
    assert len(told) > 1
