"""The report for a terminal: place, level, rule, fact; then the hint."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Level, Report, Verdict
from ..wording import counted
from .about import About
from .tally import judged, tally

__all__ = ["render"]

_COLORS = {Level.ERROR: "31", Level.WARNING: "33", Level.UNKNOWN: "35", Level.INFO: "36"}


def render(report: Report, about: About) -> str:
    """Return ``report`` as text, the verdict last, where a terminal shows it."""
    parts = [*_findings(report, about), *_acknowledged(report), *_not_reviewed(report), *_notes(report)]
    return "\n".join([*parts, _summary(report, about)])


def _findings(report: Report, about: About) -> Iterator[str]:
    for finding in report.findings:
        if not finding.acknowledged:
            yield _finding(finding, about)


def _finding(finding: Finding, about: About) -> str:
    level = finding.level.value
    word = f"\x1b[{_COLORS[finding.level]}m{level}\x1b[0m" if about.color else level
    text = f"{_place(finding)}: {word} {finding.id} {finding.message}"
    text += _owner(finding)
    return f"{text}\n    hint: {finding.hint}" if finding.hint else text


def _owner(finding: Finding) -> str:
    owner = finding.subject.construct_path or finding.subject.logical_id
    return f" [{owner}]" if owner else ""


def _place(finding: Finding) -> str:
    subject = finding.subject
    where = subject.template or subject.stack or subject.name or "-"
    return f"{where}:{subject.line}:{subject.column}" if subject.line else where


def _acknowledged(report: Report) -> Iterator[str]:
    for finding in report.findings:
        if finding.acknowledged:
            text = f"{_place(finding)}: acknowledged {finding.level.value} {finding.id} {finding.message}"
            yield f"{text}{_owner(finding)}\n    reason: {finding.acknowledged}"


def _not_reviewed(report: Report) -> Iterator[str]:
    for item in report.not_reviewed:
        yield f"{item.path}: not reviewed: {item.why}"


def _notes(report: Report) -> Iterator[str]:
    for note in report.notes:
        yield f"note: {note}"


def _summary(report: Report, about: About) -> str:
    unread = f", {len(report.not_reviewed)} not reviewed" if report.not_reviewed else ""
    what = judged(report, "check")
    if about.verb == "review":
        what = f"{counted(len(report.reviewed), 'template')}, {judged(report, 'rule')}"
    verdict = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.UNKNOWN: "not determined"}[report.verdict]
    return f"{about.verb} {verdict}: {tally(report)} ({what}{unread})"
