"""A scale-in of a Capacity Block group that comes when EC2 already takes the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from ....constraints.blocks import RECLAIM_LEAD_MINUTES, reclaim_lead_minutes, within_reclaim
from ....findings import Level
from ....template import Branch, Resource, Unknown
from ...model import Launch
from ...model.schedule import actions_of, scales_to_zero, start_of
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
    actions = [(item, branch) for item, branch in actions_of(context.world, group) if scales_to_zero(branch)]
    for resource, action in actions:
        start = start_of(action)
        if isinstance(start, Unknown):
            yield cannot_tell("whether the scale-in comes before the reclaim", start, _WHERE, resource)
        elif start is not None and within_reclaim(start, lead) and not _earlier(actions, start, lead):
            text = f"{resource.id} scales in at {start:%H:%M} UTC; blocks end at 11:30 UTC, EC2 takes the nodes from"
            yield Hit(f"{text} {lead} minutes before", _WHERE, resource=resource)


def _earlier(actions: Sequence[tuple[Resource, Branch]], late: datetime, lead: int) -> bool:
    """Return whether another action of the same day comes in time."""
    times = [start_of(branch) for _, branch in actions]
    same = [time for time in times if isinstance(time, datetime) and time.date() == late.date() and time < late]
    return any(not within_reclaim(time, lead) for time in same)


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
