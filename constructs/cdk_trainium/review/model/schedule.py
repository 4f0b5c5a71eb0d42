"""Scheduled actions of Auto Scaling groups."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from ...constraints.recurrence import Recurrence, read_recurrence
from ...launches import Group
from ...template import Branch, Reference, Resource, Unknown, Value
from .attached import SCHEDULED_ACTION, OneBranch
from .values import as_int, is_hidden, member, shown

if TYPE_CHECKING:
    from .world import World

__all__ = [
    "Start",
    "actions_of",
    "end_of",
    "kept_minimum",
    "maybe_scheduled",
    "recurrence_of",
    "recurs",
    "scales_to_zero",
    "scales_up",
    "scheduled",
    "start_of",
]

Start: TypeAlias = datetime | Unknown | None
"""When a one-time action fires; None when it recurs or says no time."""
_UTC = ("UTC", "Etc/UTC")
_SIZES = ("MinSize", "DesiredCapacity", "MaxSize")


def actions_of(world: World, group: OneBranch) -> Iterator[tuple[Resource, Branch]]:
    """Yield the scheduled actions of ``group`` with their resources."""
    return world.attached.to(group, SCHEDULED_ACTION)


def maybe_scheduled(world: World, group: Group) -> Unknown | None:
    """Return what hides whether an action is one of ``group``; None when nothing does."""
    return world.attached.hidden(group, SCHEDULED_ACTION)


def scheduled(world: World, group: Group) -> list[Branch]:
    """Return the scheduled actions of ``group``."""
    return [branch for _, branch in actions_of(world, group)]


def kept_minimum(world: World, group: Group) -> int | Unknown | None:
    """Return the ``MinSize`` that stays where an action says none: 0, what hides it, None where it may be another."""
    actions = scheduled(world, group)
    asked = (member(action.properties, "MinSize") for action in actions)
    written = [_size(group.sizes[0]), *(_size(0 if size is None else size) for size in asked)]
    return next(filter(is_hidden, written), 0) if all(map(_may_be_zero, written)) else None


def scales_to_zero(action: Branch, kept: int | Unknown | None) -> bool | Unknown:
    """Return whether a scheduled action takes every node away and keeps them away; ``kept`` as `kept_minimum`.

    A maximum below the group's size becomes its desired capacity where none is said. Source: Auto Scaling API,
    UpdateAutoScalingGroup.
    """
    left = {"MinSize": kept, "DesiredCapacity": 0}
    written = {name: member(action.properties, name) for name in _SIZES}
    asked = [_size(left.get(name) if size is None else size) for name, size in written.items()]
    return next((size for size in asked if isinstance(size, Unknown)), True) if all(map(_may_be_zero, asked)) else False


def scales_up(action: Branch) -> bool | Unknown:
    """Return whether a scheduled action asks for nodes; a maximum alone asks for none, and one of 0 allows none."""
    if as_int(action.properties.get("MaxSize")) == 0:
        return False
    asked = [_size(member(action.properties, name)) for name in _SIZES[:2]]
    if any(isinstance(size, int) and size > 0 for size in asked):
        return True
    return next((size for size in asked if isinstance(size, Unknown)), False)


def _size(value: Value) -> int | Unknown | None:
    """Return a size; what hides it, an attribute of a resource among them; None where none is written."""
    if isinstance(value, Reference):
        return Unknown(f"{shown(value)} tells it at deployment")
    return value if isinstance(value, Unknown) else as_int(value)


def _may_be_zero(size: int | Unknown | None) -> bool:
    return is_hidden(size) or size == 0


def start_of(action: Branch) -> Start:
    """Return when ``action`` fires, in UTC where it says no zone.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: ``StartTime`` is in UTC.
    """
    return None if recurs(action) else _read(action.properties.get("StartTime"))


def end_of(action: Branch) -> Start:
    """Return when a recurring ``action`` ends, in UTC where it says no zone; None when never."""
    return _read(action.properties.get("EndTime"))


def recurs(action: Branch) -> bool:
    """Return whether ``action`` fires more than once."""
    return "Recurrence" in action.properties


def recurrence_of(action: Branch) -> Recurrence | Unknown:
    """Return when a recurring ``action`` fires, in UTC; an Unknown when that cannot be told.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: ``TimeZone`` is UTC where none is written.
    """
    written, zone = action.properties.get("Recurrence"), action.properties.get("TimeZone", "UTC")
    hidden = next((item for item in (written, zone) if isinstance(item, Unknown)), None)
    if hidden is not None:
        return hidden
    if zone not in _UTC:
        return Unknown(f"{zone} is no fixed time in UTC")
    return read_recurrence(str(written)) or Unknown(f"{written} is no recurrence that can be read")


def _read(moment: Value) -> Start:
    if moment is None or isinstance(moment, Unknown):
        return moment
    try:
        read = datetime.fromisoformat(str(moment))
    except ValueError:
        return Unknown(f"{moment!r:.40} is no time that can be read")
    return read if read.tzinfo else read.replace(tzinfo=UTC)
