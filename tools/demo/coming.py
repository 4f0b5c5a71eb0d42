"""The days of the demo's block: the coming ones, whatever the calendar says, so that no action of the group is past."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["coming_week", "stamp"]

_AHEAD = timedelta(days=7)
_WEEK = timedelta(days=7)


def coming_week(now: datetime) -> tuple[datetime, datetime]:
    """Return start and end of a block of one week that starts in a week from ``now``; blocks end at 11:30 UTC."""
    start = (now.astimezone(UTC) + _AHEAD).replace(hour=11, minute=30, second=0, microsecond=0)
    return start, start + _WEEK


def stamp(moment: datetime) -> str:
    """Return ``moment`` as cluster files write it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
