"""The report as a comment on a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Finding, Report
from ..wording import counted
from .about import About
from .tally import ORDER, judged, tally

__all__ = ["render"]

_MOST_ROWS = 200


def render(report: Report, about: About) -> str:
    """Return ``report`` as Markdown; above 200 findings the least serious are counted, comments have a limit."""
    return "\n".join(_lines(report, about))


def _lines(report: Report, about: About) -> Iterator[str]:
    yield f"### {about.name} {about.verb}: {report.verdict.value}"
    yield ""
    ran = judged(report, "check") if about.verb == "preflight" else _read(report)
    yield f"{tally(report)}; {ran}."
    open_ones = [item for item in report.findings if not item.acknowledged]
    if open_ones:
        yield from _table(open_ones)
    accepted = [item for item in report.findings if item.acknowledged]
    if accepted:
        yield from ("", "Acknowledged:", "")
        yield from (f"- {_id(item)} {_cell(_where(item))}: {_cell(item.acknowledged)}" for item in accepted)
    if report.not_reviewed:
        yield from ("", "Not reviewed:", "")
        yield from (f"- {_cell(item.path)}: {_cell(item.why)}" for item in report.not_reviewed)
    if report.notes:
        yield ""
        yield from (f"- {_cell(note)}" for note in report.notes)


def _read(report: Report) -> str:
    unread = f", {len(report.not_reviewed)} not reviewed" if report.not_reviewed else ""
    return f"{counted(len(report.reviewed), 'template')} reviewed{unread}"


def _table(findings: list[Finding]) -> Iterator[str]:
    yield from ("", "| level | rule | where | finding | hint |", "|---|---|---|---|---|")
    kept = set(map(id, sorted(findings, key=_rank)[:_MOST_ROWS]))
    for item in (item for item in findings if id(item) in kept):
        cells = (item.level.value, _id(item), _cell(_where(item)), _cell(item.message), _cell(item.hint))
        yield f"| {' | '.join(cells)} |"
    if len(findings) > _MOST_ROWS:
        yield f"\nNot shown: {counted(len(findings) - _MOST_ROWS, 'more finding')}."


def _rank(finding: Finding) -> int:
    return ORDER.index(finding.level)


def _id(finding: Finding) -> str:
    return f"`{finding.id}`"


def _where(finding: Finding) -> str:
    subject = finding.subject
    owner = subject.construct_path or subject.logical_id or subject.name
    place = f"{subject.template}:{subject.line}" if subject.line else subject.template
    return f"{owner} {place}".strip()


def _cell(text: str) -> str:
    """Return ``text`` so that it stays in its cell and shows as it is."""
    flat = " ".join(text.split())
    for char in "\\|<>`*_[]":
        flat = flat.replace(char, f"\\{char}")
    return flat
