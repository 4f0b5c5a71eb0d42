"""Durations as people write them: ``2h``, ``90m``, ``1d12h``."""

from __future__ import annotations

import re
from datetime import timedelta

__all__ = ["parse"]

_UNITS = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_MOST = timedelta(days=3_650)
"""Ten years: beyond, datetimes overflow and no capacity of AWS's reaches."""
_PART = re.compile(r"([0-9]+)([dhms])")


def parse(text: str) -> timedelta:
    """Return the duration; raises ValueError for anything but numbers with d, h, m or s, or more than 3650 days."""
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ValueError(f"a duration like 2h, 90m or 1d12h is needed; got {text!r}")
    seconds = sum(_UNITS[unit] * int(number) for number, unit in parts)
    if seconds > _MOST.total_seconds():
        raise ValueError(f"a duration of at most {_MOST.days}d is needed; got {text!r}")
    return timedelta(seconds=seconds)
