"""A scale-in of a Capacity Block group that comes when EC2 already takes the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time
from typing import NamedTuple

from ....constraints.blocks import RECLAIM_LEAD_MINUTES, reclaim_lead_minutes, within_reclaim
from ....constraints.recurrence import Recurrence
from ....findings import Level
from ....template import Branch, Resource, Unknown
from ...model import Launch
from ...model.schedule import (
    actions_of,
    kept_minimum,
    recurrence_of,
    recurs,
    scales_to_zero,
    scales_up,
    scheduled,
    start_of,
)
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the time of day of each action to 0 with that of the reclaim; on which day it is no template tells."""
    group = launch.group
    if group is None or group.kind != "asg" or not launch.block:
        return
    leads = [reclaim_lead_minutes(info.name, context.catalog) for info in launch.infos]
    lead = max(leads, default=RECLAIM_LEAD_MINUTES)
    kept, actions = kept_minimum(context.world, group), scheduled(context.world, group)
    downs = [(one, scales_to_zero(one, kept)) for one in actions]
    ups = [(one, scales_up(one)) for one in actions]
    sure = _Plan([one for one, empties in downs if empties is True], [one for one, asks in ups if asks])
    perhaps = _Plan([one for one, empties in downs if empties], [one for one, asks in ups if asks is True])
    maybe = next((one for _, one in (*downs, *ups) if isinstance(one, Unknown)), None)
    for resource, action in actions_of(context.world, group):
        empties = scales_to_zero(action, kept)
        if empties:
            other = maybe if _too_late(action, perhaps, lead) is None else None
            hidden = empties if isinstance(empties, Unknown) else other
            yield from _judged(resource, action, _too_late(action, sure, lead), lead, hidden)


class _Plan(NamedTuple):
    """Scheduled actions of one group."""

    downs: Sequence[Branch]
    ups: Sequence[Branch]


def _judged(
    resource: Resource, action: Branch, at: time | Unknown | None, lead: int, hidden: Unknown | None
) -> Iterator[Hit]:
    """Report an action that comes too late; ``hidden`` hides whether it, or one before it, is what takes the nodes."""
    path = ("Properties", "Recurrence" if recurs(action) else "StartTime")
    if isinstance(at, Unknown):
        yield cannot_tell("whether the scale-in comes before the reclaim", at, path, resource)
    elif at is not None and hidden is not None:
        yield cannot_tell(f"whether {resource.id} is what takes the nodes", hidden, path, resource)
    elif at is not None:
        text = f"{resource.id} scales in at {at:%H:%M} UTC; blocks end at 11:30 UTC, EC2 takes the nodes from"
        yield Hit(f"{text} {lead} minutes before", path, resource=resource)


def _too_late(action: Branch, plan: _Plan, lead: int) -> time | Unknown | None:
    return _late_recurring(action, plan, lead) if recurs(action) else _late(action, plan, lead)


def _late(action: Branch, plan: _Plan, lead: int) -> time | Unknown | None:
    """Return when ``action`` comes too late, None when it does not."""
    start = start_of(action)
    if not isinstance(start, datetime):
        return start
    return start.astimezone(UTC).timetz() if within_reclaim(start, lead) and not _is_over(plan, start) else None


def _late_recurring(action: Branch, plan: _Plan, lead: int) -> time | Unknown | None:
    """Return when ``action``, which recurs, comes too late; not where one that recurs came earlier on each such day."""
    own = recurrence_of(action)
    if isinstance(own, Unknown):
        return own
    late = next((moment for moment in own.times if _in_reclaim(moment, lead)), None)
    if late is None or not own.days:
        return None
    others = [recurrence_of(item) for item in plan.downs if recurs(item)]
    ups = [recurrence_of(item) for item in plan.ups if recurs(item)]
    if own.days <= _emptied(late, lead, _read(others), [item for item in _read(ups) if item.days & own.days]):
        return None
    if _is_over(plan, datetime.max.replace(tzinfo=UTC)):
        return None
    return next((item for item in others if isinstance(item, Unknown)), late)


def _read(found: Sequence[Recurrence | Unknown]) -> list[Recurrence]:
    return [item for item in found if not isinstance(item, Unknown)]


def _emptied(late: time, lead: int, downs: Sequence[Recurrence], ups: Sequence[Recurrence]) -> frozenset[int]:
    """Return the days on which one of ``downs`` takes the nodes in time, after the last of ``ups`` before ``late``."""
    before = [moment for item in ups for moment in item.times if moment < late]
    last = max(before, default=time.min.replace(tzinfo=UTC))
    early = [item for item in downs if any(_in_time(moment, last, late, lead) for moment in item.times)]
    return frozenset().union(*(item.days for item in early))


def _in_time(moment: time, last: time, late: time, lead: int) -> bool:
    return last <= moment < late and not _in_reclaim(moment, lead)


def _in_reclaim(moment: time, lead: int) -> bool:
    return within_reclaim(datetime.combine(date.min, moment), lead)


def _is_over(plan: _Plan, late: datetime) -> bool:
    """Return whether an earlier action to 0 took the nodes, and none asked for nodes since; one may on another day."""
    ends = [start_of(action) for action in plan.downs]
    end = max((item for item in ends if isinstance(item, datetime) and item < late), default=None)
    if end is None:
        return False
    ups = [start_of(action) for action in plan.ups]
    read = [item for item in ups if isinstance(item, datetime)]
    return not any(end <= item < late for item in read) and (len(read) == len(ups) or end.date() == late.date())


RULE = Rule(
    id="TRN354",
    title="The scale-in of a group on a Capacity Block comes before EC2 takes the nodes",
    level=Level.WARNING,
    why="Blocks end at 11:30 UTC and are reclaimed from 11:00 (UltraServers 10:30): by then jobs die unsaved.",
    source="EC2 User Guide, Capacity Blocks; of UltraServers documented for P6e, inferred for Trn2",
    on="launch",
    check=check,
    fix="let it fire before the reclaim by the time that a checkpoint takes",
)
