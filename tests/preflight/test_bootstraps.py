"""Each bootstrap stack is asked for, and the hint makes the one that is missing."""

from __future__ import annotations

from cdk_trainium.catalog import default
from cdk_trainium.demand import Demand
from cdk_trainium.findings import Level
from cdk_trainium.preflight.check import Outcome, all_checks
from cdk_trainium.preflight.engine import Run
from cdk_trainium.preflight.plan import Plan

from .account import NOW
from .test_pairs import World

CHECK = next(check for check in all_checks() if check.id == "bootstrap-version")


def told(*qualifiers: str) -> list[Outcome]:
    asked = [{"parameter": f"/cdk-bootstrap/{name}/version", "version": 99} for name in qualifiers]
    plan = Plan(Demand.model_validate({"region": "us-east-2", "bootstraps": asked}), default(), NOW)
    done = Run(plan, [CHECK], World().reply, lambda _name: None).execute()
    return [outcome for one in done for outcome in one.outcomes]


def test_each_bootstrap_stack_is_asked_for() -> None:
    found = told("hnb659fds", "aaaa", "bbbb")
    assert [item.level for item in found] == [Level.ERROR] * 3


def test_another_qualifier_is_bootstrapped_beside_the_first() -> None:
    own, other = (item.hint for item in told("hnb659fds", "aaaa"))
    assert own == "cdk bootstrap aws://ACCOUNT/us-east-2"
    assert other.split()[-4:] == ["--qualifier", "aaaa", "--toolkit-stack-name", "CDKToolkit-aaaa"]
