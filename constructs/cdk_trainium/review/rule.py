"""What a rule is: one file, one id, one truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from ..errors import Problem
from ..findings import Level
from ..template import Resource, Unknown

__all__ = ["Check", "Hit", "Path", "Rule", "Skip", "cannot_tell", "from_problem", "unknown"]

Path = tuple[str | int, ...]
"""Steps below a resource: ``("Properties", "LaunchTemplateData", "ImageId")``."""

Check = Callable[[Any, Any], Iterator["Hit | Skip"]]
"""Takes a subject of `Rule.on` and the `Context`; yields what is wrong with it."""


_NO_EVIDENCE: Mapping[str, object] = {}


class Hit(NamedTuple):
    """What a rule found on one subject."""

    message: str
    path: Path = ()
    hint: str = ""
    level: Level | None = None
    """Default: - the rule's level."""
    resource: Resource | None = None
    """Default: - the subject's resource."""
    evidence: Mapping[str, object] = _NO_EVIDENCE


class Skip(NamedTuple):
    """Says that a subject cannot be judged from templates at all: neither passed nor failed, and no finding."""

    reason: str


class Rule(NamedTuple):
    """One truth that templates must hold."""

    id: str
    """Code, the same as in specs and preflight: ``TRN106``."""
    title: str
    level: Level
    why: str
    """What happens to a cluster that breaks it."""
    source: str
    on: str
    """Subject: ``launch``, ``group``, ``node``, ``template``, ``resource`` (each of whatever type), ``described``
    (each of a type whose schema is at hand), ``zoned`` (each that may say a zone), ``tagged`` (each whose tags might
    be refused), or resource types such as ``AWS::EC2::Subnet``, separated by spaces."""
    check: Check
    fix: str = ""
    """Default hint of its findings."""
    texts: tuple[str, ...] = ()
    """Texts of which a file holds at least one wherever the rule can find anything. Default: - every file is judged."""


def unknown(message: str, path: Path = (), hint: str = "", resource: Resource | None = None) -> Hit:
    """Return a hit that says "could not determine"."""
    return Hit(message, path, hint, Level.UNKNOWN, resource)


def cannot_tell(what: str, value: Unknown, path: Path = (), resource: Resource | None = None) -> Hit:
    """Return a hit that says of what property or number ``value`` is not known, and why."""
    return unknown(f"{what} cannot be told: {value.reason}", path, resource=resource)


def from_problem(problem: Problem, path: Path, level: Level | None = None) -> Hit:
    """Return a problem of `constraints` as a hit at ``path``."""
    text = problem.message
    if problem.got:
        text += f"; got {problem.got}"
    if problem.allowed:
        text += f"; allowed: {problem.allowed}"
    return Hit(text, path, problem.hint, level)
