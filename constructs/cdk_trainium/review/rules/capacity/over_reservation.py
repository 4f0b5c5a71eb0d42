"""Groups larger than the reservations that they target."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....wording import counted
from ...model import Launch
from ...model.asked import Asked, asked_by, together
from ...model.targets import written_targets
from ...model.values import as_int, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the group's size, then that of all groups of one reservation, with what the templates reserve."""
    group, found = launch.group, dict(written_targets(launch))
    if group is None or not found or len(found) < len(launch.targets):
        return  # what other reservations hold no template tells
    counts = [data.get("InstanceCount") for data in found.values()]
    have, asked = sum(as_int(count) or 0 for count in counts), asked_by(context.world, group)
    names = " and ".join(map(shown, found))
    hidden = next((count for count in counts if as_int(count) is None), asked.hidden)
    if asked.most > have and None not in map(as_int, counts):
        text = f"the group may have {counted(asked.most, 'node')}, its reservation {names} holds {have}"
        yield Hit(text, group.sizes_path, level=_level(asked, have), resource=group.resource)
    elif hidden is not None:
        yield cannot_tell(f"whether the group fits its reservation {names}", hidden, group.sizes_path, group.resource)
    elif len(found) == 1:
        yield from _beside(launch, context, have)


def _beside(launch: Launch, context: Context, have: int) -> Iterator[Hit]:
    """Judge the groups, each small enough, that share the reservation; told once, at the first."""
    group, groups = launch.group, list(context.world.beside(launch).values())
    if group is None or len(groups) < 2 or groups[0].resource is not group.resource:
        return
    asked, names = together(context.world, groups), " and ".join(one.resource.id for one in groups)
    if asked.most > have:
        text = f"{names} may have {counted(asked.most, 'node')} together, their reservation holds {have}"
        yield Hit(text, group.sizes_path, level=_level(asked, have), resource=group.resource)
    elif asked.hidden is not None:
        what = f"whether {names} fit their reservation together"
        yield cannot_tell(what, asked.hidden, group.sizes_path, group.resource)


def _level(asked: Asked, have: int) -> Level:
    return Level.ERROR if asked.wanted > have else Level.WARNING


RULE = Rule(
    id="TRN307",
    title="Groups fit the reservations that they target",
    level=Level.ERROR,
    why="Nodes beyond the reservation never come: Auto Scaling waits, and the stack with it.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="raise InstanceCount of the reservation, or lower what its groups ask for",
)
