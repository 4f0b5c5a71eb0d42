"""How many findings of each level, as text and Markdown say it."""

from __future__ import annotations

from ..findings import Level, Report
from ..wording import counted

__all__ = ["ORDER", "tally"]

ORDER = (Level.ERROR, Level.UNKNOWN, Level.WARNING, Level.INFO)
"""The most serious first."""
_MANY = {Level.UNKNOWN: "unknown", Level.INFO: "info"}


def tally(report: Report) -> str:
    """Return such as ``1 error, 0 unknown, 2 warnings, 1 info``."""
    return ", ".join(counted(report.count(level), level.value, _MANY.get(level, "")) for level in ORDER)
