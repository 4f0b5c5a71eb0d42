"""When a recurring scheduled action fires."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, time, timedelta
from functools import cache
from typing import NamedTuple

from ..errors import Problem
from ..wording import as_written, counted

__all__ = ["NO_RECURRENCE", "Recurrence", "check_recurrence", "is_of_other_service", "read_recurrence"]

NO_RECURRENCE = "TRN390"

_FIELDS, _MINUTES, _HOURS = 5, 60, 24
_RANGES = {"minute": (0, 59), "hour": (0, 23), "day of month": (1, 31), "month": (1, 12), "day of week": (0, 7)}
_OTHER_SERVICES = ("cron(", "rate(", "at(")
"""How EventBridge and Application Auto Scaling begin a schedule."""
_NUMBERS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?(?:/\d+)?")
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


def is_of_other_service(recurrence: str) -> bool:
    """Return whether ``recurrence`` begins as a schedule of another service: ``cron(``, ``rate(``, ``at(``."""
    return recurrence.strip().lower().startswith(_OTHER_SERVICES)


def check_recurrence(recurrence: str) -> Problem | None:
    """Return why Auto Scaling refuses ``recurrence``; None also for words of which nothing is documented.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: five fields separated by white space, as a crontab has.
    """
    fields, got = recurrence.split(), as_written(recurrence)
    if is_of_other_service(recurrence):
        allowed = "minute, hour, day of month, month and day of week, such as 0 10 * * *"
        return Problem(NO_RECURRENCE, "Recurrence is a schedule of another service", got=got, allowed=allowed)
    if len(fields) != _FIELDS and not recurrence.startswith("@"):
        allowed = f"{_FIELDS}: minute, hour, day of month, month, day of week"
        return Problem(NO_RECURRENCE, f"Recurrence has {counted(len(fields), 'field')}", got=got, allowed=allowed)
    for (name, (least, most)), field in zip(_RANGES.items(), fields, strict=False):
        if any(not least <= number <= most for number in _written(field)):
            text = f"Recurrence has another {name} than there is"
            return Problem(NO_RECURRENCE, text, got=got, allowed=f"{least} to {most} in {as_written(field)}")
    return None


def _written(field: str) -> Iterator[int]:
    """Yield the numbers that ``field`` names, whatever stands beside them; steps are none."""
    for part in field.split(","):
        match = _NUMBERS.fullmatch(part)
        yield from (int(number) for number in match.groups() if number) if match else ()


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
