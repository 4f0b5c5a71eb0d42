"""The one finding and the one report of review and preflight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

__all__ = ["SCHEMA_VERSION", "Finding", "Level", "NotReviewed", "Report", "Result", "Status", "Subject", "Verdict"]

SCHEMA_VERSION = 1
"""Version of the JSON report; a baseline is one."""


class Level(StrEnum):
    """How bad a finding is; ``unknown`` means "could not determine" and is never a pass."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"
    UNKNOWN = "unknown"


_RANK = {Level.ERROR: 0, Level.UNKNOWN: 1, Level.WARNING: 2, Level.INFO: 3}


class Status(StrEnum):
    """How one check or rule ended."""

    PASS = "pass"
    WARNING = "warning"
    FAIL = "fail"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"


class Verdict(StrEnum):
    """How the whole report ends."""

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"


class Subject(NamedTuple):
    """What a finding is about; empty members are unknown or do not apply."""

    stack: str = ""
    template: str = ""
    """Path of the template or cluster file."""
    logical_id: str = ""
    construct_path: str = ""
    property: str = ""
    line: int = 0
    """Line in ``template``, from 1; 0 is unknown."""
    column: int = 0
    """Column in ``template``, from 1; 0 is unknown."""
    name: str = ""
    """What is judged outside a template: a group, a quota, a reservation."""


_NO_EVIDENCE: Mapping[str, object] = {}


class Finding(NamedTuple):
    """One result of a check or rule."""

    id: str
    level: Level
    message: str
    hint: str = ""
    source: str = ""
    subject: Subject = Subject()
    evidence: Mapping[str, object] = _NO_EVIDENCE
    acknowledged: str = ""
    """Reason of the acknowledgement that covers it. Default: - not acknowledged."""


class Result(NamedTuple):
    """How one check or rule that ran ended on one subject."""

    id: str
    status: Status
    subject: str = ""
    reason: str = ""
    """Why it is unknown or skipped, or what was seen. Default: - nothing to add."""


class NotReviewed(NamedTuple):
    """A file or nested template that was not judged."""

    path: str
    why: str
    logical_id: str = ""
    """Resource in ``path`` whose template was not read. Default: - the file itself was not."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that one run of review or preflight found."""

    findings: tuple[Finding, ...] = ()
    """By file, then level, then line; else as they were found."""
    results: tuple[Result, ...] = ()
    reviewed: tuple[str, ...] = ()
    not_reviewed: tuple[NotReviewed, ...] = ()
    unread: bool = False
    """Whether something that was asked for could not be read: then nothing passes."""
    notes: tuple[str, ...] = ()
    """What a reader must know about the whole run, such as "capacity was not tested"."""

    def __post_init__(self) -> None:
        """Put the findings into the one order of all formats: file, then the most serious, then line and column."""
        object.__setattr__(self, "findings", tuple(sorted(self.findings, key=_order)))

    def count(self, level: Level) -> int:
        """Return the number of findings of ``level`` that nobody acknowledged."""
        return sum(1 for item in self.findings if item.level is level and not item.acknowledged)

    @property
    def verdict(self) -> Verdict:
        """``fail`` with an error, else ``unknown`` with an unknown or what could not be read, else ``pass``."""
        if self.count(Level.ERROR):
            return Verdict.FAIL
        accepted = {item.id for item in self.findings if item.level is Level.UNKNOWN and item.acknowledged}
        open_ones = (item.id for item in self.results if item.status is Status.UNKNOWN)
        unknown = self.unread or self.count(Level.UNKNOWN) or any(item not in accepted for item in open_ones)
        return Verdict.UNKNOWN if unknown else Verdict.PASS

    @property
    def exit_code(self) -> int:
        """0 pass, 1 an error finding, 3 nothing failed but something is unknown (2 is the CLI's)."""
        return {Verdict.PASS: 0, Verdict.FAIL: 1, Verdict.UNKNOWN: 3}[self.verdict]


def _order(finding: Finding) -> tuple[str, int, int, int]:
    place = finding.subject
    return place.template, _RANK[finding.level], place.line, place.column


def merged(reports: Iterable[Report]) -> Report:
    """Return one report that holds all of ``reports``, in order."""
    whole = list(reports)
    return Report(
        findings=tuple(item for report in whole for item in report.findings),
        results=tuple(item for report in whole for item in report.results),
        reviewed=tuple(item for report in whole for item in report.reviewed),
        not_reviewed=tuple(item for report in whole for item in report.not_reviewed),
        unread=any(report.unread for report in whole),
        notes=tuple(dict.fromkeys(item for report in whole for item in report.notes)),
    )
