"""A scale-in of a Capacity Block group that comes when EC2 already takes the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from ....constraints.blocks import RECLAIM_LEAD_MINUTES, reclaim_lead_minutes, within_reclaim
from ....findings import Level
from ....template import Branch, Unknown
from ...model import Launch
from ...model.schedule import actions_of, scales_to_zero, scales_up, scheduled, start_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_WHERE = ("Properties", "StartTime")


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the time of day of each action to 0 with that of the reclaim; on which day it is no template tells."""
    group = launch.group
    if group is None or group.kind != "asg" or not launch.block:
        return
    leads = [reclaim_lead_minutes(info.name, context.catalog) for info in launch.infos]
    lead = max(leads, default=RECLAIM_LEAD_MINUTES)
    actions = scheduled(context.world, group)
    for resource, action in actions_of(context.world, group):
        start = start_of(action) if scales_to_zero(action) else None
        if isinstance(start, Unknown):
            yield cannot_tell("whether the scale-in comes before the reclaim", start, _WHERE, resource)
        elif start is not None and within_reclaim(start, lead) and not _is_over(actions, start):
            text = f"{resource.id} scales in at {start:%H:%M} UTC; blocks end at 11:30 UTC, EC2 takes the nodes from"
            yield Hit(f"{text} {lead} minutes before", _WHERE, resource=resource)


def _is_over(actions: Sequence[Branch], late: datetime) -> bool:
    """Return whether an earlier action to 0 took the nodes, and none asked for nodes since; one may on another day."""
    ends = [start_of(action) for action in actions if scales_to_zero(action)]
    end = max((time for time in ends if isinstance(time, datetime) and time < late), default=None)
    if end is None:
        return False
    ups = [start_of(action) for action in actions if scales_up(action)]
    read = [time for time in ups if isinstance(time, datetime)]
    return not any(end <= time < late for time in read) and (len(read) == len(ups) or end.date() == late.date())


RULE = Rule(
    id="TRN354",
    title="The scale-in of a group on a Capacity Block comes before EC2 takes the nodes",
    level=Level.WARNING,
    why="Blocks end at 11:30 UTC and are reclaimed from 11:00 (UltraServers 10:30): by then jobs die unsaved.",
    source="EC2 User Guide, Capacity Blocks; of UltraServers documented for P6e, inferred for Trn2",
    on="launch",
    check=check,
    fix="let StartTime lie before the reclaim by the time that a checkpoint takes",
)
