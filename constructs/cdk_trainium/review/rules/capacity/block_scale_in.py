"""A Capacity Block group that nothing scales in before the block ends."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from ....findings import Level
from ....launches import Group
from ....template import Branch, Resource, Unknown
from ...model import Launch
from ...model.made_later import made_later
from ...model.schedule import (
    Start,
    actions_of,
    end_of,
    kept_minimum,
    maybe_scheduled,
    recurs,
    scales_to_zero,
    scales_up,
    scheduled,
    start_of,
)
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_AGAIN = "whether the group has nodes after the last action to 0"
_WHERE, _RECURS = ("Properties", "StartTime"), ("Properties", "Recurrence")


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for a scheduled action to 0, the last of all, on Auto Scaling groups; EKS and Batch bring their own."""
    group = launch.group
    empty = group is not None and group.nodes == 0 and group.hidden_size is None
    if group is None or group.kind != "asg" or not launch.block or empty:
        return
    kept = kept_minimum(context.world, group)
    downs = [(start_of(action), scales_to_zero(action, kept)) for action in scheduled(context.world, group)]
    maybe = next((empties for _, empties in downs if isinstance(empties, Unknown)), None)
    last = [start for start, empties in downs if empties is True]
    if not last:
        others = maybe_scheduled(context.world, group) or made_later(group.resource.template)
        yield _none_empties(group, maybe or others)
        return
    for resource, action in actions_of(context.world, group):
        asked = scales_up(action)
        sure = any(
            hit.level is None for hit in _asking(resource, action, [start for start, empties in downs if empties])
        )
        hidden = asked if isinstance(asked, Unknown) else None if sure else maybe
        for hit in _asking(resource, action, last) if asked else ():
            yield hit if hidden is None or hit.level else cannot_tell(_AGAIN, hidden, hit.path, resource)


def _none_empties(group: Group, hidden: Unknown | None) -> Hit:
    """Return what to say where no action of the group surely empties it; ``hidden`` is why one may."""
    if hidden is not None:
        return cannot_tell("whether a scheduled action empties the group", hidden, resource=group.resource)
    text = "no scheduled action takes every node away (MaxSize 0, and MinSize too) before the capacity block ends"
    return Hit(text, resource=group.resource)


def _asking(resource: Resource, action: Branch, last: list[Start]) -> Iterator[Hit]:
    return _recurring(resource, action, last) if recurs(action) else _undone(resource, start_of(action), last)


def _undone(resource: Resource, start: Start, last: list[Start]) -> Iterator[Hit]:
    """Report an action that asks for nodes after all of ``last``; one of these that recurs comes after any."""
    hidden = next((time for time in (start, *last) if isinstance(time, Unknown)), None)
    if start is None or None in last:
        return
    if hidden is not None:
        yield cannot_tell(f"whether {resource.id} fires before the last scale-in", hidden, _WHERE, resource)
    elif isinstance(start, datetime) and not any(isinstance(time, datetime) and time > start for time in last):
        text = f"{resource.id} asks for nodes at {start:%Y-%m-%d %H:%M} UTC, after the last action to 0"
        yield Hit(text, _WHERE, resource=resource)


def _recurring(resource: Resource, action: Branch, last: list[Start]) -> Iterator[Hit]:
    """Report an action that asks for nodes again and again, also after all of ``last``, which fire once."""
    end = end_of(action)
    if None in last or any(isinstance(end, datetime) and isinstance(time, datetime) and time >= end for time in last):
        return
    if end is None:
        text = f"{resource.id} asks for nodes again and again, also after the last action to 0"
        yield Hit(text, _RECURS, resource=resource)
        return
    hidden = next((time for time in (end, *last) if isinstance(time, Unknown)), Unknown("its last day is after that"))
    yield cannot_tell(f"whether {resource.id} fires after the last action to 0", hidden, _RECURS, resource)


RULE = Rule(
    id="TRN308",
    title="A group on a Capacity Block scales in before the block ends",
    level=Level.WARNING,
    why="EC2 takes the nodes 30 minutes before the end (UltraServers 60); jobs die unsaved, the group retries.",
    source="EC2 User Guide, Capacity Blocks; Amazon EC2 Auto Scaling, Capacity Blocks",
    on="launch",
    check=check,
    fix="add AWS::AutoScaling::ScheduledAction with all sizes 0, before the reclaim by the time a checkpoint takes",
)
