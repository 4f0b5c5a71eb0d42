"""A reservation of the template in another placement group than its launches, or in none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Mixed, Reference, Unknown, Value
from ...model import Launch, World
from ...model.placement import PLACEMENT_GROUP
from ...model.targets import unwritten_targets, written_targets
from ...model.values import same_resource, shown
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell
from .reservation_at import reservation_at

_ARN = ":placement-group/"


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare the group of each reservation that is targeted with the one that the launch names."""
    yield from map(Skip, unwritten_targets(launch))
    for target, data in written_targets(launch):
        arn = data.get("PlacementGroupArn")
        if arn is not None:
            yield from _inside(launch, shown(target), _named(arn))
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


def _inside(launch: Launch, name: str, theirs: Value) -> Iterator[Hit]:
    """Judge a reservation in the group ``theirs``."""
    group, (path, owner) = launch.placement_group, reservation_at(launch)
    text = f"reservation {name} is in placement group {shown(theirs)}, the launch names"
    hidden = next((item for item in (theirs, group) if isinstance(item, Unknown)), None)
    if hidden is None and type(theirs) is not type(group):
        hidden = Unknown(f"{shown(theirs)} and {shown(group)} may be one")  # CloudFormation makes the group's name
    if group is None:
        yield Hit(f"{text} none", path, "name the reservation's placement group", resource=owner)
    elif hidden is not None:
        yield cannot_tell(f"whether reservation {name} is in the placement group of the launch", hidden, path, owner)
    elif same_resource(theirs) != same_resource(group):
        yield Hit(f"{text} {shown(group)}", path, "reserve in the placement group of the launch", resource=owner)


def _named(arn: Value) -> Value:
    """Return the placement group that ``arn`` ends with: a name, or a reference to it."""
    if isinstance(arn, str) and _ARN in arn:
        return arn.rpartition(_ARN)[2]
    if isinstance(arn, Mixed):
        before, last = ("", "", *arn.parts)[-2:]
        if isinstance(last, Reference) and str(before).endswith(_ARN):
            return last
        if isinstance(last, str) and _ARN in last:
            return last.rpartition(_ARN)[2]
    return arn if isinstance(arn, Unknown) else Unknown(f"{shown(arn)} is no ARN of a placement group")


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
