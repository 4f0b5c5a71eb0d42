"""The printed policy is exactly what the checks ask for."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from cdk_trainium.catalog import default
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.preflight.engine import Examined, Run
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.policy import iam_policy
from cdk_trainium.preflight.question import Answer, Question, Trouble, UnansweredError

from .account import DEMAND, NOW, SUBNET, answer


def no_quota(_asked: Question, data: dict[str, Any]) -> dict[str, Any]:
    """Every quota is 0, so that pending requests are looked up."""
    if "Quota" in data:
        data["Quota"]["Value"] = 0.0
    return data


def lonely(_asked: Question, data: dict[str, Any]) -> dict[str, Any]:
    """Another account's image, a subnet without a way out, no free slot and no free address."""
    for image in data.get("Images", ()):
        image["ImageOwnerAlias"] = "someone"
        image["EnaSupport"] = False
    for table in data.get("RouteTables", ()):
        table["Routes"] = []
    for row in data.get("CapacityReservations", ()):
        row["AvailableInstanceCount"] = 0
    for subnet in data.get("Subnets", ()):
        subnet["AvailableIpAddressCount"] = 0
    return data


def same(_asked: Question, data: dict[str, Any]) -> dict[str, Any]:
    return data


def judge(change: Callable[[Question, dict[str, Any]], dict[str, Any]], *, applied: bool = True) -> list[Examined]:
    def reply(asked: Question) -> Answer:
        if not applied and asked.operation == "DescribeCapacityBlockOfferings":
            limited = UnansweredError(asked.name, Trouble.REFUSED, "CapacityBlockDescribeLimitExceeded", "limit")
            return Answer(asked, None, limited)
        if not applied and asked.operation == "GetServiceQuota":
            error = UnansweredError(asked.name, Trouble.REFUSED, "NoSuchResourceException", "no applied value")
            return Answer(asked, None, error)
        if asked.operation == "RunInstances":
            return Answer(asked, None, UnansweredError(asked.name, Trouble.REFUSED, "DryRunOperation", "yes"))
        data = copy.deepcopy(answer(asked.service, asked.operation, json.loads(asked.params)))
        return Answer(asked, change(asked, data))

    existing = DEMAND.model_copy(update={"counts": DEMAND.counts.model_copy(update={"vpcs": 0})})
    # Where a group says nothing, its reservation tells the zone.
    nowhere = [one.model_copy(update={"subnet_ids": (), "zone": "", "zone_id": ""}) for one in DEMAND.groups]
    # A block to buy for nodes in a subnet that exists.
    placed = [one.model_copy(update={"subnet_ids": (SUBNET,)}) for one in DEMAND.groups if one.name == "buy"]
    examined: list[Examined] = []
    for demand in (DEMAND, existing, *(DEMAND.model_copy(update={"groups": tuple(one)}) for one in (nowhere, placed))):
        plan = Plan(demand, default(), NOW)
        examined += Run(plan, all_checks(), reply, lambda _name: None).execute()
    return examined


@pytest.fixture(scope="module")
def runs() -> list[Examined]:
    return [*judge(same), *judge(no_quota), *judge(lonely), *judge(same, applied=False)]


def test_each_check_asks_only_what_it_declares(runs: list[Examined]) -> None:
    asked = {(one.check.id, question.name) for one in runs for question in one.asked}
    declared = {(check.id, action) for check in all_checks() for action in check.actions}
    # A launch passes the role of its profile: that is a permission, no call.
    assert asked == declared - {("launch-dry-run", "iam:PassRole")}


def test_the_policy_allows_exactly_the_calls(runs: list[Examined]) -> None:
    policy = iam_policy(all_checks(), dry_run_launch=True)
    reading, launching, passing = policy["Statement"]
    called = {question.name for one in runs for question in one.asked}
    assert set(reading["Action"]) == called - {"ec2:RunInstances"}
    assert launching["Action"] == ["ec2:RunInstances"]
    assert passing["Action"] == ["iam:PassRole"]
    assert passing["Condition"] == {"StringEquals": {"iam:PassedToService": "ec2.amazonaws.com"}}


def test_without_the_dry_run_the_policy_only_reads() -> None:
    (only,) = iam_policy(all_checks(), dry_run_launch=False)["Statement"]
    verbs = {action.partition(":")[2] for action in only["Action"]}
    assert all(verb.startswith(("Describe", "Get", "List")) for verb in verbs)


def test_every_check_documents_itself() -> None:
    for check in all_checks():
        assert all((check.title, check.why, check.passes, check.fails, check.command, check.source, check.inputs)), (
            check
        )
        assert check.source.startswith("https://")
        assert check.id == check.id.lower().replace("_", "-")
