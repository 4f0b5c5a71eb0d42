"""Durations as people write them: ``2h``, ``90m``, ``1d12h``."""

from __future__ import annotations

import re
from datetime import timedelta

__all__ = ["parse"]

_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_PART = re.compile(r"(\d+)([dhms])")


def parse(text: str) -> timedelta:
    """Return the duration; raises ValueError for anything but numbers with d, h, m or s."""
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ValueError(f"a duration like 2h, 90m or 1d12h is needed; got {text!r}")
    return timedelta(**{_UNITS[unit]: int(number) for number, unit in parts})
