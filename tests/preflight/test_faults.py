"""Whatever one call answers, no check crashes and none passes on what it did not learn."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import pytest
from botocore.awsrequest import AWSResponse
from botocore.exceptions import ConnectTimeoutError, ReadTimeoutError

from cdk_trainium.catalog import default
from cdk_trainium.findings import Status
from cdk_trainium.preflight.check import all_checks
from cdk_trainium.preflight.clients import Clients
from cdk_trainium.preflight.engine import WORKERS, Examined, Run, worst
from cdk_trainium.preflight.plan import Plan
from cdk_trainium.preflight.question import Answer, Question, Trouble, UnansweredError
from cdk_trainium.preflight.runner import select

from . import wire
from .account import ANSWERS, DEMAND, NOW, answer
from .replay import Replay

pytestmark = pytest.mark.usefixtures("no_waiting")
PLAN = Plan(DEMAND, default(), NOW)
Fault = Callable[[Any], AWSResponse]


class Account(Replay):
    """The account of `DEMAND`, answered by function."""

    def _find(self, service: str, name: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"response": answer(service, name, dict(params))}


ACCOUNT = Account([])
CLIENTS = Clients(ACCOUNT.session(), "us-east-2", WORKERS)
"""Made once: reading the models of ten services is most of the time of a run."""


def judge(checks: Collection[str] | None, fault: Fault | None = None, at: str = "") -> list[Examined]:
    """Judge `DEMAND` with ``checks``; every answer to the operation ``at`` is ``fault``."""
    ACCOUNT.hook = lambda name, _params: fault if name == at else None
    return Run(PLAN, select(checks, (), dry_run_launch=False), CLIENTS.ask, lambda _name: None).execute()


@pytest.fixture(scope="module")
def baseline() -> list[Examined]:
    return judge(None)


def test_every_check_passes_on_the_whole_account(baseline: list[Examined]) -> None:
    ended = {
        (one.check.id, one.subject): [o.message for o in one.outcomes]
        for one in baseline
        if worst(one.outcomes) is not Status.PASS
    }
    assert set(ended) == {
        ("block-interconnect", "reserved"),
        ("interfaces-accepted", ""),
        ("plan-determined", ""),
        ("quota-reservations", "L-1216C47A"),
        ("ultraserver-multiple", ""),
        ("ultraserver-type", ""),
    }
    assert {one.check.id for one in baseline} == {check.id for check in all_checks() if not check.opt_in}


def denied(model: Any) -> AWSResponse:
    code = "UnauthorizedOperation" if model.service_model.service_name == "ec2" else "AccessDeniedException"
    return wire.error(model, code, "You are not authorized to perform this operation.", 403)


def throttled(model: Any) -> AWSResponse:
    code = "RequestLimitExceeded" if model.service_model.service_name == "ec2" else "TooManyRequestsException"
    return wire.error(model, code, "Rate exceeded", 429)


def timed_out(_model: Any) -> AWSResponse:
    raise ReadTimeoutError(endpoint_url="https://replay.invalid")


def unreachable(_model: Any) -> AWSResponse:
    raise ConnectTimeoutError(endpoint_url="https://replay.invalid")


def truncated(model: Any) -> AWSResponse:
    full = wire.answer(
        model, ANSWERS.get(f"{model.service_model.service_name}:{model.name}", {"Quota": {"Value": 1.0}})
    )
    full._content = full.content[: len(full.content) // 2]
    return full


def garbage(_model: Any) -> AWSResponse:
    return wire.garbage()


def empty(model: Any) -> AWSResponse:
    return wire.answer(model, {})


def broken(_model: Any) -> AWSResponse:
    raise NotImplementedError("The action has not been implemented")


FAULTS = [denied, throttled, timed_out, unreachable, truncated, garbage, empty, broken]
OPERATIONS = sorted({*(key.partition(":")[2] for key in ANSWERS), "GetServiceQuota"})


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_crash_and_no_false_pass(operation: str, fault: Fault, baseline: list[Examined]) -> None:
    relied = {(one.check.id, one.subject) for one in baseline if operation in {q.operation for q in one.asked}}
    assert relied
    examined = judge({check for check, _ in relied}, fault, operation)
    ended = {(one.check.id, one.subject): worst(one.outcomes) for one in examined}
    assert [key for key in relied if ended[key] is Status.PASS] == []
    assert all(outcome.message for one in examined for outcome in one.outcomes)


def by_function(asked: Question) -> Answer:
    """Answer without the wire, for many examples."""
    return Answer(asked, answer(asked.service, asked.operation, json.loads(asked.params)))


NONSENSE: tuple[Any, ...] = (None, True, -3, float("nan"), "zz", "", [None, 1], {"a": 1})


def paths(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every member below ``value``."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in pairs:
        yield (*above, key)
        yield from paths(one, (*above, key))


def spoiled(value: Any, path: tuple[Any, ...], nonsense: Any) -> Any:
    """Return a copy of ``value`` with ``nonsense`` at ``path``."""
    made = copy.deepcopy(value)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = nonsense
    return made


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_any_member_may_be_nonsense(name: str, baseline: list[Examined]) -> None:
    """Every member of every answer, each in turn, with each kind of nonsense."""
    asking = {one.check.id for one in baseline if name in {f"{q.service}:{q.operation}" for q in one.asked}}
    checks = select(asking or None, (), dry_run_launch=False)
    for path in paths(ANSWERS[name]):
        for nonsense in NONSENSE:
            spoilt = spoiled(ANSWERS[name], path, nonsense)

            def reply(asked: Question, bad: Any = spoilt) -> Answer:
                return Answer(asked, bad) if f"{asked.service}:{asked.operation}" == name else by_function(asked)

            for one in Run(PLAN, checks, reply, lambda _name: None).execute():
                assert one.outcomes
                assert not any("broke" in outcome.message for outcome in one.outcomes), (path, nonsense, one.outcomes)


def test_rows_that_are_no_objects_are_never_a_pass(baseline: list[Examined]) -> None:
    for name, data in ANSWERS.items():
        rows = next(
            (key for key, value in data.items() if isinstance(value, list) and key != "InvalidParameters"), None
        )
        if rows is None:
            continue
        bad = {**data, rows: [7]}

        def reply(asked: Question, name: str = name, bad: dict[str, Any] = bad) -> Answer:
            return Answer(asked, bad) if f"{asked.service}:{asked.operation}" == name else by_function(asked)

        relied = {
            (one.check.id, one.subject) for one in baseline if name in {f"{q.service}:{q.operation}" for q in one.asked}
        }
        ended = Run(PLAN, select({check for check, _ in relied}, (), dry_run_launch=False), reply, lambda _name: None)
        passed = [(o.check.id, o.subject) for o in ended.execute() if worst(o.outcomes) is Status.PASS]
        assert relied.isdisjoint(passed), name


def test_a_chain_has_at_most_three_questions(baseline: list[Examined]) -> None:
    assert max(one.chain for one in baseline) <= 3


def test_with_every_permission_denied_only_the_catalog_passes() -> None:
    def reply(asked: Question) -> Answer:
        return Answer(asked, None, UnansweredError(asked.name, Trouble.DENIED, "AccessDenied", "no"))

    done = Run(PLAN, select(None, (), dry_run_launch=False), reply, lambda _name: None).execute()
    passed = {one.check.id for one in done if worst(one.outcomes) is Status.PASS}
    assert passed == {"documented-limits", "group-sizes", "type-sold"}
    assert Status.FAIL not in {worst(one.outcomes) for one in done}
