"""What a review has found so far."""

from __future__ import annotations

from collections.abc import Iterable

from ..findings import Finding, Level, Status

__all__ = ["Run"]

_STATUS = {Level.ERROR: Status.FAIL, Level.UNKNOWN: Status.UNKNOWN, Level.WARNING: Status.WARNING}
_WORST = (Status.FAIL, Status.UNKNOWN, Status.WARNING, Status.PASS, Status.SKIPPED)


class Run:
    """Findings so far, and how each rule ended; of one template or of several."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.findings: list[Finding] = []
        self.statuses: dict[str, Status] = {}
        self.skipped: dict[str, str] = {}
        """Rule -> why it could not judge a subject."""
        self.cut: set[str] = set()
        """Keys of the templates in which combinations of conditions were left out."""

    def note(self, rule_id: str, status: Status) -> None:
        """Keep the worst status of a rule."""
        known = self.statuses.get(rule_id)
        if known is not status:
            self.statuses[rule_id] = status if known is None else min(known, status, key=_WORST.index)

    def tell(self, findings: Iterable[Finding]) -> None:
        """Add findings of rules."""
        for finding in findings:
            self.findings.append(finding)
            self.note(finding.id, _STATUS.get(finding.level, Status.PASS))

    def add(self, other: Run) -> None:
        """Add what another template gave."""
        self.findings += other.findings
        self.skipped.update(other.skipped)
        self.cut |= other.cut
        for rule_id, status in other.statuses.items():
            self.note(rule_id, status)
