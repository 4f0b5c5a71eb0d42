"""The report as JUnit XML: one test case per rule or check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from ..findings import Finding, Level, NotReviewed, Report, Status
from .about import About

__all__ = ["render"]

_FAILING = (Level.ERROR, Level.UNKNOWN)


def render(report: Report, about: About) -> str:
    """Return ``report`` as JUnit XML; errors and unknowns fail a case, warnings are its output."""
    cases = [_Case(rule_id, title, status, reason) for rule_id, title, status, reason in _cases(report)]
    failures = sum(1 for case in cases if case.failed(report))
    unread = [_unread(item, about) for item in report.not_reviewed]
    skipped = sum(1 for case in cases if case.status is Status.SKIPPED) + len(unread)
    head = (
        f'name="{about.name} {about.verb}" tests="{len(cases) + len(unread)}" failures="{failures}" skipped="{skipped}"'
    )
    body = "".join([*(case.xml(report, about) for case in cases), *unread])
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n<testsuite {head}>\n{body}</testsuite>\n</testsuites>'
    )


def _unread(item: NotReviewed, about: About) -> str:
    name = _attribute(f"not reviewed: {item.path} {item.logical_id}".strip())
    inner = f"<skipped message={_attribute(item.why)}/>"
    return f'<testcase classname="{about.name}.{about.verb}" name={name}>{inner}</testcase>\n'


def _cases(report: Report) -> Iterator[tuple[str, str, Status, str]]:
    listed = {item.id for item in report.results}
    for item in report.results:
        yield item.id, item.subject, item.status, item.reason
    for rule_id in dict.fromkeys(finding.id for finding in report.findings if finding.id not in listed):
        yield rule_id, "", Status.WARNING, ""


class _Case:
    def __init__(self, rule_id: str, title: str, status: Status, reason: str) -> None:
        self.id, self.title, self.status, self.reason = rule_id, title, status, reason

    def findings(self, report: Report) -> list[Finding]:
        return [item for item in report.findings if item.id == self.id and not item.acknowledged]

    def failed(self, report: Report) -> bool:
        return any(item.level in _FAILING for item in self.findings(report))

    def xml(self, report: Report, about: About) -> str:
        found = self.findings(report)
        name = _attribute(f"{self.id} {self.title}".strip())
        inner = ""
        if self.failed(report):
            bad = [item for item in found if item.level in _FAILING]
            head = f"type={_attribute(bad[0].level.value)} message={_attribute(bad[0].message)}"
            inner += f"<failure {head}>{_lines(bad)}</failure>"
        elif self.status is Status.SKIPPED:
            inner += f"<skipped message={_attribute(self.reason)}/>"
        others = [item for item in found if item.level not in _FAILING]
        if others:
            inner += f"<system-out>{_lines(others)}</system-out>"
        return f'<testcase classname="{about.name}.{about.verb}" name={name}>{inner}</testcase>\n'


def _line(finding: Finding) -> str:
    subject = finding.subject
    where = f"{subject.template}:{subject.line}:{subject.column}" if subject.line else subject.template
    owner = subject.construct_path or subject.logical_id or subject.name
    return f"{where} {owner} {finding.level.value}: {finding.message}; hint: {finding.hint}"


def _lines(findings: Sequence[Finding]) -> str:
    return escape(_legal("\n".join(map(_line, findings))))


def _attribute(text: str) -> str:
    return quoteattr(_legal(text))


def _legal(text: str) -> str:
    """Leave out the control characters that XML 1.0 cannot hold."""
    return "".join(char for char in text if char >= " " or char in "\t\n\r")
