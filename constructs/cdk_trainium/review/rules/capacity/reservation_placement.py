"""A reservation of the template outside of the placement group that its launches name."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Mixed, Reference, Unknown, Value
from ...model import Launch
from ...model.placement import PLACEMENT_GROUP
from ...model.targets import written_targets
from ...model.values import same_resource, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import reservation_at


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare ``PlacementGroupArn`` of each reservation that is targeted with the launch's cluster placement group."""
    group, (path, owner) = launch.placement_group, reservation_at(launch)
    if group is None:
        return
    strategy = (context.world.properties(group, PLACEMENT_GROUP) or {}).get("Strategy", "cluster")
    for target, data in written_targets(launch):
        name, arn = shown(target), data.get("PlacementGroupArn")
        inside = False if arn is None else _is_of(arn, group)
        hidden = next((value for value in (inside, strategy) if isinstance(value, Unknown)), None)
        if inside is True or not (strategy == "cluster" or isinstance(strategy, Unknown)):
            continue  # reservations are made in no other kind
        if hidden is not None:
            yield cannot_tell(f"whether reservation {name} is in the placement group", hidden, path, owner)
        else:
            where = "in no placement group" if arn is None else f"in placement group {shown(_name(arn))}"
            yield Hit(f"reservation {name} is {where}, the launch names {shown(group)}", path, resource=owner)


def _is_of(arn: Value, group: Value) -> bool | Unknown:
    """Return whether ``arn`` is that of ``group``, a name or a reference; an Unknown when one of them is hidden."""
    name = _name(arn)
    if same_resource(name) == same_resource(group):
        return True
    known = all(isinstance(item, str | Reference) for item in (name, group))
    return False if known and type(name) is type(group) else Unknown(f"{shown(arn)} may be that of {shown(group)}")


def _name(arn: Value) -> Value:
    """Return the last part of ``arn``, the name of a placement group."""
    last = arn.parts[-1] if isinstance(arn, Mixed) and arn.parts else arn
    return last.rpartition("/")[2] if isinstance(last, str) else last


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
