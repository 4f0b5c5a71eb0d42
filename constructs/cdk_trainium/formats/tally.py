"""How many findings of each level, as text and Markdown say it."""

from __future__ import annotations

from ..findings import Level, Report, Status
from ..wording import counted

__all__ = ["ORDER", "judged", "tally"]

ORDER = (Level.ERROR, Level.UNKNOWN, Level.WARNING, Level.INFO)
"""The most serious first."""
_MANY = {Level.UNKNOWN: "unknown", Level.INFO: "info"}


def tally(report: Report) -> str:
    """Return such as ``1 error, 0 unknown, 2 warnings, 1 info``."""
    return ", ".join(counted(report.count(level), level.value, _MANY.get(level, "")) for level in ORDER)


def judged(report: Report, noun: str) -> str:
    """Return such as ``29 checks, 28 of them not determined``: unknowns without a finding must not pass for passed."""
    ran = [item for item in report.results if item.status is not Status.SKIPPED]
    open_ones = sum(1 for item in ran if item.status is Status.UNKNOWN)
    return counted(len(ran), noun) + (f", {open_ones:,} of them not determined" if open_ones else "")
