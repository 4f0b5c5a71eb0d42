"""A wait of a group that CloudFormation cannot read, or that is longer than it waits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....template import Value
from ....wording import as_written
from ...model import Group
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule

_FORM = re.compile(r"PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?", re.ASCII)
_FORM_TOO = re.compile(r"P(?!T[^.,-]*$).+", re.ASCII)
"""Durations of ISO 8601 with days, fractions and signs: not documented, nor is that they are refused."""
_HOUR = 3600
_TIMEOUT = ("CreationPolicy", "ResourceSignal", "Timeout")
_PAUSE = ("UpdatePolicy", "AutoScalingRollingUpdate", "PauseTime")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Judge the timeout of creation and the pause of rolling updates."""
    created, updated = group.branch.creation_policy, group.branch.update_policy
    if created:
        yield from _judged(as_map(created.get(_TIMEOUT[1])).get(_TIMEOUT[2]), 12, _TIMEOUT)
    if updated:
        yield from _judged(as_map(updated.get(_PAUSE[1])).get(_PAUSE[2]), 1, _PAUSE)


def _judged(value: Value, hours: int, path: Path) -> Iterator[Hit]:
    if not isinstance(value, str):
        return
    found = _FORM.fullmatch(value.upper())
    if found is None and not _FORM_TOO.fullmatch(value.upper()):
        yield Hit(f"{path[-1]} is no duration; got {as_written(value, 40)}; allowed: PT#H#M#S", path, "write PT15M")
    elif found is not None and _seconds(found) > hours * _HOUR:
        yield Hit(f"{path[-1]} is too long; got {value}; allowed: at most PT{hours}H", path)


def _seconds(found: re.Match[str]) -> int:
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return hours * _HOUR + minutes * 60 + seconds


RULE = Rule(
    id="TRN395",
    title="A group waits for a time that CloudFormation takes",
    level=Level.ERROR,
    why="CloudFormation refuses the resource, and the stack rolls back.",
    source="CloudFormation, CreationPolicy attribute: at most 12 hours, and UpdatePolicy attribute: at most 1 hour",
    on="group",
    check=check,
    fix="write a shorter time",
)
