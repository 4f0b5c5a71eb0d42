"""What a check is, and how one examination of one subject ends."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from ..findings import Level, Status
from .question import Answer, Question

if TYPE_CHECKING:
    from .plan import Plan

__all__ = [
    "Check",
    "Examination",
    "Outcome",
    "all_checks",
    "ask",
    "fail",
    "info",
    "left_to",
    "ok",
    "per_group",
    "skip",
    "unknown",
    "warn",
    "whole_plan",
]

_LEVELS = {Status.FAIL: Level.ERROR, Status.WARNING: Level.WARNING, Status.UNKNOWN: Level.UNKNOWN}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one examination ended."""

    status: Status
    message: str
    hint: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)
    told: bool = False
    """Whether a pass is worth a finding of level info."""

    @property
    def level(self) -> Level | None:
        """Level of the finding; None where there is none to make."""
        return _LEVELS.get(self.status, Level.INFO if self.told else None)


def ok(message: str = "", **evidence: object) -> list[Outcome]:
    """End with a pass; ``message`` is what was seen."""
    return [Outcome(Status.PASS, message, evidence=evidence)]


def info(message: str, hint: str = "", **evidence: object) -> list[Outcome]:
    """End with a pass that the reader should know of."""
    return [Outcome(Status.PASS, message, hint, evidence, told=True)]


def fail(message: str, hint: str = "", **evidence: object) -> list[Outcome]:
    """End with an error."""
    return [Outcome(Status.FAIL, message, hint, evidence)]


def warn(message: str, hint: str = "", **evidence: object) -> list[Outcome]:
    """End with a warning."""
    return [Outcome(Status.WARNING, message, hint, evidence)]


def unknown(message: str, hint: str = "", **evidence: Any) -> list[Outcome]:
    """End without knowing, and say why."""
    return [Outcome(Status.UNKNOWN, message, hint, evidence)]


def skip(reason: str) -> list[Outcome]:
    """End because the check does not apply."""
    return [Outcome(Status.SKIPPED, reason)]


def left_to(check: str, reason: str) -> list[Outcome]:
    """End because ``check`` tells more of it; where that one does not run nobody tells, and it is unknown."""
    return [Outcome(Status.SKIPPED, f"{reason}, see {check}", evidence={"told_by": check})]


Examination: TypeAlias = Generator[tuple[Question, ...], tuple[Answer, ...], Iterable[Outcome]]
"""A generator that yields the questions it needs next and returns how it ended."""

Subject: TypeAlias = str
"""Name of a group, or empty for the whole plan."""


def ask(one: Question) -> Generator[tuple[Question, ...], tuple[Answer, ...], Answer]:
    """Return the answer to one question, for use with ``yield from``."""
    (answer,) = yield (one,)
    return answer


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what it judges and why, what it asks, and how to ask by hand."""

    id: str
    """Kebab-case words, stable."""
    title: str
    """The statement that holds when it passes."""
    why: str
    passes: str
    """When it passes."""
    fails: str
    """When it fails or warns."""
    command: str
    """The aws CLI command that asks the same by hand."""
    source: str
    inputs: tuple[str, ...]
    """Members of the demand that it reads."""
    actions: tuple[str, ...]
    """IAM actions that its questions need."""
    subjects: Callable[[Plan], Sequence[Subject]]
    """What it examines in a plan, one by one; nothing means that it does not apply."""
    examine: Callable[[Plan, Subject], Examination]
    covers: str = ""
    """Id of a check that judges a part of the same; of both ending alike on a subject, this one alone is told."""
    opt_in: bool = False
    """Whether it runs only when asked for."""


def whole_plan(_plan: Plan) -> Sequence[Subject]:
    """Examine the plan once."""
    return ("",)


def per_group(plan: Plan) -> Sequence[Subject]:
    """Examine every group that has a type, one by one."""
    return [group.name for group in plan.demand.groups if group.instance_type]


@cache
def all_checks() -> tuple[Check, ...]:
    """Return every check, by id."""
    from . import checks

    names = [module.name for module in pkgutil.iter_modules(checks.__path__)]
    modules = [importlib.import_module(f"{checks.__name__}.{name}") for name in names]
    return tuple(sorted((module.CHECK for module in modules), key=lambda check: check.id))
