"""At which times of day a recurring scheduled action fires."""

from __future__ import annotations

from datetime import UTC, time

__all__ = ["times_of_day"]

_FIELDS, _MINUTES, _HOURS = 5, 60, 24


def times_of_day(recurrence: str) -> tuple[time, ...]:
    """Return the times, in order, at which ``recurrence`` fires on the days that it names; none when unreadable.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: minute, hour, day, month and day of the week, as in cron.
    """
    fields = recurrence.split()
    if len(fields) != _FIELDS:
        return ()
    try:
        minutes, hours = _values(fields[0], _MINUTES), _values(fields[1], _HOURS)
        return tuple(time(hour, minute, tzinfo=UTC) for hour in sorted(hours) for minute in sorted(minutes))
    except ValueError:
        return ()


def _values(field: str, count: int) -> set[int]:
    """Return the numbers below ``count`` that ``field`` names: ``*``, ``5``, ``1-3``, ``*/15``, ``1,2``."""
    found: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        if span == "*":
            first, last = "0", str(count - 1)
        elif step and not last:
            last = str(count - 1)
        if int(last or first) >= count:
            raise ValueError(part)
        found.update(range(int(first), int(last or first) + 1, int(step or 1)))
    return found
