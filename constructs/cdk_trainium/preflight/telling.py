"""Which of the outcomes become findings: each cause is told once, where it is told best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..findings import Finding, Level, Status, Subject
from .check import Outcome
from .engine import Examined, worst
from .plan import Plan
from .question import Trouble

__all__ = ["REGION_ENABLED", "findings"]

REGION_ENABLED = "region-enabled"
"""The check that tells a region which is not enabled from bad credentials."""


def findings(plan: Plan, done: Sequence[Examined]) -> tuple[tuple[Finding, ...], list[str]]:
    """Return the findings of ``done``, and the causes that explain many of them at once."""
    untold, notes = _explained(done)
    covered, asked = _covered(done), _asked(done)
    told = [
        _finding(plan, one, outcome, level)
        for one in done
        for outcome, level in _worth_telling(one)
        if outcome.evidence.get("trouble") not in untold
        and (one.check.id, one.subject, outcome.status) not in covered
        and outcome.evidence.get("default_of") not in asked
    ]
    return tuple(told), notes


def _worth_telling(one: Examined) -> Iterator[tuple[Outcome, Level]]:
    for outcome in one.outcomes:
        if outcome.level is not None:
            yield outcome, outcome.level


def _explained(done: Sequence[Examined]) -> tuple[set[object], list[str]]:
    """Return the troubles that one cause explains for all checks alike, and that cause."""
    if any(one.check.id == REGION_ENABLED and worst(one.outcomes) is Status.FAIL for one in done):
        text = f"the region is not enabled, which the service reports as bad credentials: see {REGION_ENABLED}"
        return {str(Trouble.OFFLINE), str(Trouble.UNAUTHENTICATED)}, [text]
    return {str(Trouble.OFFLINE)}, []


def _covered(done: Sequence[Examined]) -> set[tuple[str, str, Status]]:
    """Return check, subject and status of what another check tells with more in it."""
    return {(one.check.covers, one.subject, worst(one.outcomes)) for one in done if one.check.covers}


def _asked(done: Sequence[Examined]) -> set[object]:
    """Return the quotas whose value the account told: AWS's default says nothing beside it."""
    rows = [outcome.evidence for one in done for outcome in one.outcomes]
    return {f"{row['service']}/{row['code']}" for row in rows if {"service", "code", "have"} <= set(row)}


def _finding(plan: Plan, one: Examined, outcome: Outcome, level: Level) -> Finding:
    group = plan.groups.get(one.subject)
    subject = Subject(
        stack=group.stack if group and group.where else "",
        construct_path=group.where if group else "",
        name=one.subject or plan.region,
    )
    return Finding(
        one.check.id, level, outcome.message, outcome.hint, one.check.source, subject, dict(outcome.evidence)
    )
