"""When a recurring scheduled action fires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, time, timedelta
from functools import cache
from typing import NamedTuple

__all__ = ["Recurrence", "read_recurrence"]

_FIELDS, _MINUTES, _HOURS = 5, 60, 24
_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_WEEK = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
_FIRST_DAY, _DAYS = date(2001, 1, 1), 28 * 365 + 7
"""28 years, after which the days of the week fall on the same dates again."""


class Recurrence(NamedTuple):
    """The times of day, in UTC and in order, and the days."""

    times: tuple[time, ...]
    days: frozenset[int]
    """Numbers of days in 28 years: two recurrences that share none never meet; none at all never fires."""


def read_recurrence(recurrence: str) -> Recurrence | None:
    """Return when ``recurrence`` fires; None when it cannot be read.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: minute, hour, day, month and day of the week, as
    crontab.org has them: where both kinds of days are restricted, either is enough.
    """
    fields = recurrence.upper().split()
    if len(fields) != _FIELDS:
        return None
    try:
        minutes, hours = _values(fields[0], 0, _MINUTES - 1), _values(fields[1], 0, _HOURS - 1)
        times = tuple(time(hour, minute, tzinfo=UTC) for hour in sorted(hours) for minute in sorted(minutes))
        return Recurrence(times, _days(*fields[2:]))
    except ValueError:
        return None


@cache
def _days(day: str, month: str, weekday: str) -> frozenset[int]:
    days, months = _values(day, 1, 31), _values(month, 1, 12, _numbered(_MONTHS, 1))
    weekdays = {number % 7 for number in _values(weekday, 0, 7, _numbered(_WEEK, 0))}
    either = not day.startswith("*") and not weekday.startswith("*")
    found: set[int] = set()
    for number in range(_DAYS):
        one = _FIRST_DAY + timedelta(number)
        of_month, of_week = one.day in days, one.isoweekday() % 7 in weekdays
        if one.month in months and (of_month or of_week if either else of_month and of_week):
            found.add(number)
    return frozenset(found)


def _numbered(names: Sequence[str], first: int) -> Mapping[str, int]:
    return {name: number for number, name in enumerate(names, first)}


def _values(field: str, least: int, most: int, names: Mapping[str, int] | None = None) -> set[int]:
    """Return the numbers that ``field`` names: ``*``, ``5``, ``1-3``, ``*/15``, ``1,2``, ``MON``.

    Raises:
        ValueError: it names none, or one outside of ``least`` to ``most``.
    """
    found: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        begin, dash, end = span.partition("-")
        first = least if span == "*" else _number(begin, names or {})
        last = most if span == "*" or (step and not dash) else _number(end, names or {}) if dash else first
        if not least <= first <= last <= most:
            raise ValueError(part)
        found.update(range(first, last + 1, int(step or 1)))
    return found


def _number(text: str, names: Mapping[str, int]) -> int:
    return names[text] if text in names else int(text)
