"""What a review has found so far."""

from __future__ import annotations

from collections.abc import Iterable

from ..findings import Finding, Level, Status

__all__ = ["Run"]

_STATUS = {Level.ERROR: Status.FAIL, Level.UNKNOWN: Status.UNKNOWN, Level.WARNING: Status.WARNING}
_WORST = (Status.FAIL, Status.UNKNOWN, Status.WARNING)


class Run:
    """Findings so far, and how each rule ended; of one template or of several."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.findings: list[Finding] = []
        self.judged: set[str] = set()
        """Rules that had something to judge, and could."""
        self.statuses: dict[str, Status] = {}
        """The worst that each rule said, of those that did not pass."""
        self.skipped: dict[str, str] = {}
        """Rule -> why it could not judge a subject."""
        self.cut: set[str] = set()
        """Keys of the templates in which combinations of conditions were left out."""

    def status(self, rule_id: str) -> Status:
        """Return how a rule ended."""
        return self.statuses.get(rule_id, Status.PASS if rule_id in self.judged else Status.SKIPPED)

    def note(self, rule_id: str, status: Status) -> None:
        """Keep the worst that a rule said."""
        self.statuses[rule_id] = min(status, self.statuses.get(rule_id, status), key=_WORST.index)

    def tell(self, findings: Iterable[Finding]) -> None:
        """Add findings of rules."""
        for finding in findings:
            self.findings.append(finding)
            if finding.level in _STATUS:
                self.note(finding.id, _STATUS[finding.level])

    def add(self, other: Run) -> None:
        """Add what another template gave."""
        self.findings += other.findings
        self.skipped.update(other.skipped)
        self.judged |= other.judged
        self.cut |= other.cut
        for rule_id, status in other.statuses.items():
            self.note(rule_id, status)
