"""A recurrence has the five fields of a crontab, and numbers that exist."""

from __future__ import annotations

import re

from ..refusal import Rule

RULE = Rule(
    id="schedule-recurrence",
    title="A recurrence without five fields, or with a number that is out of range, is refused.",
    code="ValidationError",
    source="EC2 Auto Scaling API, PutScheduledUpdateGroupAction: five fields; public reports of the message "
    "'Given recurrence string: ... is invalid'",
)
_RANGES = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_STEP = re.compile(r"/\d+")


def check(recurrence: str | None) -> None:
    """Refuse what is no line of a crontab; a word in a field passes."""
    fields = (recurrence or "").split()
    if recurrence and not (len(fields) == len(_RANGES) and all(map(_exist, fields, _RANGES))):
        raise RULE.refuse(f"Given recurrence string: {recurrence} is invalid")


def _exist(field: str, bounds: tuple[int, int]) -> bool:
    if "(" in field:
        return False
    numbers = map(int, re.findall(r"\d{1,9}", _STEP.sub("", field)))
    return all(bounds[0] <= number <= bounds[1] for number in numbers)
