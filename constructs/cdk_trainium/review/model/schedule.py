"""Scheduled actions and warm pools of Auto Scaling groups."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from ...launches import Group
from ...template import Branch, Resource, Unknown
from .values import as_int, is_hidden, same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["Start", "actions_of", "attached", "scales_to_zero", "scales_up", "scheduled", "start_of"]

Start: TypeAlias = datetime | Unknown | None
"""When a one-time action fires; None when it recurs or says no time that can be read."""
_SIZES = ("MinSize", "DesiredCapacity", "MaxSize")


def attached(world: World, group: Group, kind: str) -> Iterator[tuple[Resource, Branch]]:
    """Yield the resources of type ``kind`` that, in the case at hand, name ``group`` as their Auto Scaling group."""
    template = group.resource.template
    own = {(template.key, group.resource.id), group.branch.properties.get("AutoScalingGroupName", group.resource.id)}
    for resource in template.by_type.get(kind, ()):
        for branch in resource.branches:
            names = same_resource(branch.properties.get("AutoScalingGroupName")) in own
            if names and world.cases.holds(template, branch.when):
                yield resource, branch


def actions_of(world: World, group: Group) -> Iterator[tuple[Resource, Branch]]:
    """Yield the scheduled actions of ``group`` with their resources."""
    return attached(world, group, "AWS::AutoScaling::ScheduledAction")


def scheduled(world: World, group: Group) -> list[Branch]:
    """Return the scheduled actions of ``group``."""
    return [branch for _, branch in actions_of(world, group)]


def scales_to_zero(action: Branch) -> bool:
    """Return whether a scheduled action takes every node away and keeps them away."""
    return all(as_int(action.properties.get(name)) == 0 for name in _SIZES)


def scales_up(action: Branch) -> bool:
    """Return whether a scheduled action asks for nodes, or may; a maximum alone asks for none."""
    sizes = [action.properties.get(name) for name in _SIZES[:2]]
    return any(is_hidden(size) or (as_int(size) or 0) > 0 for size in sizes)


def start_of(action: Branch) -> Start:
    """Return when ``action`` fires, in UTC where it says no zone.

    Source: Auto Scaling API, PutScheduledUpdateGroupAction: ``StartTime`` is in UTC.
    """
    start = action.properties.get("StartTime")
    if isinstance(start, Unknown) and "Recurrence" not in action.properties:
        return start
    if not isinstance(start, str) or "Recurrence" in action.properties:
        return None
    try:
        read = datetime.fromisoformat(start)
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
