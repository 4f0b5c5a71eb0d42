"""A reservation of the template in another placement group than its launches, or in none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Mixed, Reference, Unknown, Value
from ...model import Launch, World
from ...model.placement import PLACEMENT_GROUP
from ...model.targets import written_targets
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import reservation_at

_ARN = ":placement-group/"


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the group of each reservation that is targeted with the one that the launch names."""
    for target, data in written_targets(launch):
        arn = data.get("PlacementGroupArn")
        if arn is not None:
            yield from _inside(launch, shown(target), _named(arn), context.world)
        elif launch.placement_group is not None:
            yield from _outside(launch, shown(target), context.world)


def _outside(launch: Launch, name: str, world: World) -> Iterator[Hit]:
    """Judge a reservation in no group."""
    group, (path, owner) = launch.placement_group, reservation_at(launch)
    strategy = (world.properties(group, PLACEMENT_GROUP) or {}).get("Strategy", "cluster")
    if isinstance(strategy, Unknown):
        yield cannot_tell(f"whether reservation {name} may be in the placement group", strategy, path, owner)
    elif strategy == "cluster":  # reservations are made in no other kind
        yield Hit(f"reservation {name} is in no placement group, the launch names {shown(group)}", path, resource=owner)


def _inside(launch: Launch, name: str, theirs: Value, world: World) -> Iterator[Hit]:
    """Judge a reservation in the group ``theirs``."""
    group, (path, owner) = launch.placement_group, reservation_at(launch)
    text = f"reservation {name} is in placement group {shown(theirs)}, the launch names"
    hidden = next((item for item in (theirs, group) if isinstance(item, Unknown)), None)
    if group is None:
        yield Hit(f"{text} none", path, "name the reservation's placement group", resource=owner)
    elif hidden is not None:
        yield cannot_tell(f"whether reservation {name} is in the placement group of the launch", hidden, path, owner)
    elif _name(theirs, world) != _name(group, world):
        yield Hit(f"{text} {shown(group)}", path, "reserve in the placement group of the launch", resource=owner)


def _named(arn: Value) -> Value:
    """Return the placement group that ``arn`` ends with: a name, or a reference to it."""
    if isinstance(arn, str) and _ARN in arn:
        return arn.rpartition(_ARN)[2]
    if isinstance(arn, Mixed) and str(arn.parts[-2]).endswith(_ARN) and isinstance(arn.parts[-1], Reference):
        return arn.parts[-1]
    if isinstance(arn, Mixed) and _ARN in str(arn.parts[-1]):
        return str(arn.parts[-1]).rpartition(_ARN)[2]
    return arn if isinstance(arn, Unknown) else Unknown(f"{shown(arn)} is no ARN of a placement group")


def _name(group: Value, world: World) -> Value:
    """Return the name of ``group``; of one without a name in its template the reference, which is like no name."""
    written = (world.properties(group, PLACEMENT_GROUP) or {}).get("GroupName", group)
    return written.target if isinstance(written, Reference) else written


RULE = Rule(
    id="TRN372",
    title="The reservation that a launch targets is in its placement group",
    level=Level.WARNING,
    why="A reservation's placement group is fixed at its creation: slots outside of it may lie far apart.",
    source="EC2 User Guide, Capacity Reservations in cluster placement groups",
    on="launch",
    check=check,
    fix="set PlacementGroupArn on the reservation",
)
