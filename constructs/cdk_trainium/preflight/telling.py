"""Which of the outcomes become findings: each cause is told once, where it is told best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..findings import Finding, Level, Status, Subject
from .check import Outcome
from .engine import Examined, worst
from .plan import Plan
from .question import Trouble

__all__ = ["REGION_ENABLED", "findings"]

REGION_ENABLED = "region-enabled"
"""The check that tells a region which is not enabled from bad credentials."""
_IDENTITY = "identity"
_BASIC = (_IDENTITY, REGION_ENABLED)
"""Checks that ask for the account itself: what they could not ask, nobody could."""
_CAUSES: Mapping[str, tuple[tuple[Trouble, ...], str]] = {
    _IDENTITY: (
        (Trouble.ELSEWHERE,),
        f"the credentials belong to another account, which says nothing of this plan: see {_IDENTITY}",
    ),
    REGION_ENABLED: (
        (Trouble.UNAUTHENTICATED, Trouble.UNREACHABLE),
        f"the account cannot use the region, which looks like bad credentials or no network: see {REGION_ENABLED}",
    ),
}
"""Check -> the troubles that its failure explains, and what is told of them once."""


def findings(
    plan: Plan, done: Sequence[Examined], silent: Mapping[str, Trouble]
) -> tuple[tuple[Finding, ...], list[str]]:
    """Return the findings of ``done``, and the causes that explain many of them at once.

    ``silent`` holds the services that answered nothing, with why.
    """
    untold, notes = _explained(done)
    covered, asked = _covered(done), _asked(done)
    spared = _spared(done, silent)
    told = [
        _finding(plan, one, outcome, level)
        for one in done
        if id(one) not in spared
        for outcome, level in _worth_telling(one)
        if outcome.evidence.get("trouble") not in untold
        and (one.check.id, one.subject, outcome.status) not in covered
        and outcome.evidence.get("default_of") not in asked
    ]
    return tuple(told), [*notes, *_silence(done, silent, untold)]


def _spared(done: Sequence[Examined], silent: Mapping[str, Trouble]) -> set[int]:
    """Return the examinations that a silent service left unknown, but for one that tells of each service."""
    hit = [_unknown_for(service, trouble, done) for service, trouble in silent.items()]
    tellers = {id(_teller(unknown)) for unknown in hit if unknown}
    return {id(one) for unknown in hit for one in unknown} - tellers


def _unknown_for(service: str, trouble: Trouble, done: Sequence[Examined]) -> list[Examined]:
    """Return the examinations that asked ``service`` and are unknown, and for no other trouble."""
    return [
        one
        for one in done
        if worst(one.outcomes) is Status.UNKNOWN
        and any(asked.service == service for asked in one.asked)
        and all(outcome.evidence.get("trouble", trouble) == trouble for outcome in one.outcomes)
    ]


def _teller(unknown: Sequence[Examined]) -> Examined:
    """Return who tells it best: the check of the account itself, else one that says the trouble and nothing else."""
    basic = (one for one in unknown if one.check.id in _BASIC)
    plain = (one for one in unknown if any("trouble" in outcome.evidence for outcome in one.outcomes))
    return next(basic, None) or next(plain, unknown[0])


def _silence(done: Sequence[Examined], silent: Mapping[str, Trouble], untold: set[object]) -> Iterator[str]:
    for service, trouble in silent.items():
        count = len(_unknown_for(service, trouble, done))
        if count > 1 and str(trouble) not in untold:
            yield f"{service} answered no question ({trouble}): {count} examinations are unknown for it, one is shown"


def _worth_telling(one: Examined) -> Iterator[tuple[Outcome, Level]]:
    for outcome in one.outcomes:
        if outcome.level is not None:
            yield outcome, outcome.level


def _explained(done: Sequence[Examined]) -> tuple[set[object], list[str]]:
    """Return the troubles that one cause explains for all checks alike, and the causes."""
    failed = {one.check.id for one in done if worst(one.outcomes) is Status.FAIL}
    causes = [cause for check, cause in _CAUSES.items() if check in failed]
    troubles = {str(trouble) for explained, _ in causes for trouble in explained}
    return {str(Trouble.OFFLINE), *troubles}, [text for _, text in causes]


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
