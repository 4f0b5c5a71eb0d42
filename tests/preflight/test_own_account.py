"""What another account answers says nothing of the plan: neither that it fails nor that it passes."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cdk_trainium.demand import Demand
from cdk_trainium.findings import Report, Status
from cdk_trainium.preflight import run
from cdk_trainium.preflight.own_account import of_account
from cdk_trainium.preflight.question import Answer, Question, Trouble, UnansweredError, question

from .replay import Replay

OURS, OTHER = "111122223333", "444455556666"
PAIRS_ASKED = question("ec2", "DescribeKeyPairs", "KeyPairs")


def call(service: str, operation: str, response: dict[str, Any]) -> dict[str, Any]:
    return {"service": service, "operation": operation, "response": response}


def judged(account: str, *checks: str) -> Report:
    identity = {"Account": account, "Arn": f"arn:aws:iam::{account}:user/a", "UserId": "a"}
    calls = [
        call("sts", "GetCallerIdentity", identity),
        call("ec2", "DescribeKeyPairs", {"KeyPairs": [{"KeyName": "there"}]}),
    ]
    groups = [{"name": name, "instance_type": "trn1.2xlarge", "key_name": name} for name in ("there", "lost")]
    demand = Demand.model_validate({"region": "us-east-2", "account": OURS, "groups": groups})
    return run(demand, session=Replay(calls, denied=[]).session(), checks=checks)


def ended(report: Report) -> set[tuple[str, str, Status]]:
    return {(item.id, item.subject, item.status) for item in report.results}


def test_the_own_account_is_judged() -> None:
    report = judged(OURS, "key-pair-exists", "identity")
    assert {one for one in ended(report) if one[0] == "key-pair-exists"} == {
        ("key-pair-exists", "there", Status.PASS),
        ("key-pair-exists", "lost", Status.FAIL),
    }


def test_another_account_fails_by_its_identity_alone() -> None:
    report = judged(OTHER, "key-pair-exists", "identity")
    assert [(item.id, item.level) for item in report.findings] == [("identity", "error")]
    assert {one[2] for one in ended(report) if one[0] == "key-pair-exists"} == {Status.UNKNOWN}
    assert report.exit_code == 1


def test_another_account_is_no_pass_where_identity_is_left_out() -> None:
    report = judged(OTHER, "key-pair-exists")
    assert {status for _, _, status in ended(report)} == {Status.UNKNOWN}
    assert {item.evidence["trouble"] for item in report.findings} == {str(Trouble.ELSEWHERE)}
    assert report.exit_code == 3


def account_of(asked: Question, account: str | None, seen: list[str]) -> Answer:
    seen.append(asked.operation)
    if asked.operation != "GetCallerIdentity":
        return Answer(asked, {"KeyPairs": [json.loads(asked.params)]})
    if account is None:
        return Answer(asked, None, UnansweredError(asked.name, Trouble.THROTTLED))
    return Answer(asked, {"Account": account})


@pytest.mark.parametrize(
    ("plan", "account", "trouble"),
    [(OURS, OURS, None), (OURS, OTHER, Trouble.ELSEWHERE), (OURS, None, None), ("", OTHER, None)],
)
def test_who_is_asked_once_for_all_questions(plan: str, account: str | None, trouble: Trouble | None) -> None:
    seen: list[str] = []
    ask = of_account(plan, lambda asked: account_of(asked, account, seen))
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, [PAIRS_ASKED] * 8))
    assert {answer.error and answer.error.trouble for answer in answers} == {trouble}
    assert seen.count("GetCallerIdentity") == (1 if plan else 0)
