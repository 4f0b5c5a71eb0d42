"""Each question once, side by side; unknown whenever there is no answer."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.errors import InputError
from cdk_trainium.findings import Status, Verdict
from cdk_trainium.preflight import checks, run
from cdk_trainium.preflight.check import Check, Examination, all_checks, ask, ok
from cdk_trainium.preflight.engine import Run
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.question import Answer, Question, question
from cdk_trainium.preflight.quota import get_quota
from cdk_trainium.preflight.runner import select

from .account import DEMAND, NOW, answer
from .replay import Replay


def check(name: str, *asked: Question) -> Check:
    def examine(_plan: Plan, _subject: str) -> Examination:
        for one in asked:
            yield from ask(one)
        return ok("seen")

    return Check(name, name, "", "", "", "", "", (), (), lambda _plan: ("",), examine)


PLAN = Plan(DEMAND, default(), NOW)
FIRST, SECOND = question("ec2", "DescribeVpcs", "Vpcs"), question("ec2", "DescribeSubnets", "Subnets")


def test_a_question_of_several_checks_is_asked_once() -> None:
    asked: Counter[Question] = Counter()

    def reply(one: Question) -> Answer:
        asked[one] += 1
        return Answer(one, {one.rows: []})

    done = Run(PLAN, [check("a", FIRST, SECOND), check("b", SECOND), check("c", FIRST)], reply, lambda _name: None)
    assert [one.outcomes[0].status for one in done.execute()] == [Status.PASS] * 3
    assert asked == {FIRST: 1, SECOND: 1}


def test_questions_are_asked_side_by_side() -> None:
    together = threading.Barrier(2, timeout=10)

    def reply(one: Question) -> Answer:
        together.wait()
        return Answer(one, {one.rows: []})

    done = Run(PLAN, [check("a", FIRST), check("b", SECOND)], reply, lambda _name: None).execute()
    assert [one.outcomes[0].status for one in done] == [Status.PASS] * 2


def test_what_takes_longest_is_asked_first() -> None:
    """Service Quotas for its low rate, EC2 last for its client, whose making the others' calls outlast."""
    asked: list[str] = []
    checks = [check("a", FIRST), check("b", question("sts", "GetCallerIdentity")), check("c", get_quota("ec2", "L-1"))]
    Run(PLAN, checks, lambda one: Answer(one, {one.rows: []}), asked.append).execute()
    assert asked == ["servicequotas:GetServiceQuota", "sts:GetCallerIdentity", "ec2:DescribeVpcs"]


def test_no_question_of_one_step_waits_for_the_answer_to_another() -> None:
    questions = [question("ec2", f"Describe{number}", "Rows") for number in range(30)]
    together = threading.Barrier(len(questions), timeout=10)

    def reply(one: Question) -> Answer:
        together.wait()
        return Answer(one, {one.rows: []})

    done = Run(PLAN, [check(one.name, one) for one in questions], reply, lambda _name: None).execute()
    assert {one.outcomes[0].status for one in done} == {Status.PASS}


def test_a_check_that_waits_does_not_hold_up_another() -> None:
    """The second question of one check is asked while the first of the other is still open."""
    second_asked = threading.Event()

    def reply(one: Question) -> Answer:
        if one is SECOND:
            second_asked.set()
        if one is not SECOND and one is not FIRST:
            assert second_asked.wait(10)
        return Answer(one, {one.rows: []})

    slow = question("ec2", "DescribeVolumes", "Volumes")
    done = Run(PLAN, [check("slow", slow), check("quick", FIRST, SECOND)], reply, lambda _name: None).execute()
    assert [(one.check.id, one.chain) for one in done] == [("slow", 1), ("quick", 2)]


def test_a_plan_of_twenty_groups_takes_few_calls() -> None:
    twenty = [DEMAND.groups[at % len(DEMAND.groups)].model_copy(update={"name": f"group-{at}"}) for at in range(20)]
    plan = Plan(Demand(region="us-east-2", groups=tuple(twenty), counts=DEMAND.counts), default(), NOW)
    calls: list[Question] = []

    def reply(one: Question) -> Answer:
        import json

        calls.append(one)
        return Answer(one, answer(one.service, one.operation, json.loads(one.params)))

    done = Run(plan, select(None, (), dry_run_launch=False), reply, lambda _name: None).execute()
    typical = [one for one in calls if one.service != "service-quotas" or "Quota" not in one.operation]
    assert len(typical) <= 40
    assert max(one.chain for one in done) <= 3


def test_progress_names_every_question_once() -> None:
    named: list[str] = []
    Run(PLAN, [check("a", FIRST), check("b", FIRST, SECOND)], lambda q: Answer(q, {q.rows: []}), named.append).execute()
    assert named == ["ec2:DescribeVpcs", "ec2:DescribeSubnets"]


def test_the_region_of_every_client_is_the_plans() -> None:
    account = Replay(
        [{"service": "ec2", "operation": "DescribeVpcs", "response": {"Vpcs": []}}], denied=["GetServiceQuota"]
    )
    run(DEMAND.with_region("ap-south-2"), session=account.session(), checks=["quota-vpcs"])
    assert set(account.regions) == {"ap-south-2"}


def test_a_demand_without_region_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        run(Demand(), session=None)
    assert caught.value.codes == ["TRN060"]


def test_checks_are_listed_once_and_alike() -> None:
    ids = [one.id for one in all_checks()]
    assert ids == sorted(set(ids))
    assert [one.id for one in all_checks() if one.opt_in] == ["launch-dry-run"]


def test_an_exception_of_another_kind_is_unknown_and_stops_no_other_check() -> None:
    """Case K9-01: plain moto lacks the capacity APIs and raises NotImplementedError."""
    demand = Demand.model_validate(
        {
            "region": "us-east-2",
            "groups": [{"name": "g", "instance_type": "trn2.48xlarge", "capacity": {"kind": "block", "ids": ["cr-1"]}}],
        }
    )

    class Plain(Replay):
        def _find(self, _service: str, name: str, _params: object) -> dict[str, object]:
            if name == "DescribeCapacityReservations":
                raise NotImplementedError("The describe_capacity_reservations action has not been implemented")
            return {
                "response": {"InstanceTypeOfferings": [{"InstanceType": "trn2.48xlarge", "Location": "us-east-2a"}]}
            }

    report = run(
        demand,
        session=Plain([]).session(),
        clock=lambda: datetime(2026, 11, 30, tzinfo=UTC),
        checks=["reservation-state", "type-offered-in-region"],
    )
    ended = {item.id: item.status for item in report.results}
    assert ended == {"reservation-state": Status.UNKNOWN, "type-offered-in-region": Status.PASS}
    assert report.verdict is Verdict.UNKNOWN
    assert "NotImplementedError" in report.findings[0].message


@pytest.mark.parametrize(("region", "status"), [("eu-west-1", Status.FAIL), ("us-east-2", Status.PASS)])
def test_only_offerings_say_whether_a_region_has_a_type(region: str, status: Status) -> None:
    """Case K9-03: plain moto knows every type in every region; its offerings do not."""
    demand = Demand.model_validate({"region": region, "groups": [{"name": "g", "instance_type": "trn2.48xlarge"}]})
    with mock_aws():
        report = run(demand, session=boto3.Session(), checks=["type-offered-in-region"])
    assert [item.status for item in report.results] == [status]


def test_no_check_file_is_long() -> None:
    folder = Path(checks.__file__).parent
    sizes = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in folder.glob("*.py")}
    assert {name: size for name, size in sizes.items() if size > 75} == {}
