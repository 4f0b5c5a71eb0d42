"""A reservation of the template in another placement group than its launches, or in none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ....constraints.identifiers import resource_pattern
from ....findings import Level
from ....template import Blank, MaybeAbsent, Mixed, Unknown, Value
from ...model import Launch
from ...model.placement import placement_of
from ...model.reservation_fit import fitting, kinds_of, unusable
from ...model.targets import Written, unwritten_targets, written_choices
from ...model.values import member, same_resource, shown
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell
from .reservation_at import reservation_at
from .reservation_choice import as_hits, each_once, of_choice

_ARN = ":placement-group/"
_NONE = (Blank, MaybeAbsent)
"""What may stand for no group at all."""
_ID = re.compile(resource_pattern("pg"))


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare the group of each reservation that is targeted with the one that the launch names.

    Of several, those that the launch cannot use count nothing.
    """
    yield from map(Skip, unwritten_targets(launch))
    path, owner = reservation_at(launch)
    for target, listed in written_choices(launch):
        for hit in each_once(_of_choice(launch, target, listed)):
            yield hit._replace(path=path, resource=owner)


def _of_choice(launch: Launch, target: Value, listed: Sequence[Written]) -> Iterator[Hit]:
    for kind in kinds_of(launch) if len(listed) > 1 else (None,):
        found = fitting(listed, partial(unusable, launch, kinds=[kind]))
        hits = [_judged(launch, data, shown(one)) or as_hits(why) for (one, data), why in found]
        yield from of_choice(launch, target, hits)


def _judged(launch: Launch, data: Mapping[str, Any], name: str) -> list[Hit]:
    arn = member(data, "PlacementGroupArn")
    hit = _outside(launch, name) if arn is None else _inside(launch, name, _named(arn))
    return [] if hit is None else [hit]


def _outside(launch: Launch, name: str) -> Hit | None:
    """Judge the launch on a reservation in no group: EC2 makes none in a group that is no cluster placement group."""
    placement = placement_of(launch)
    if placement is None:
        return None
    strategy = placement.strategy or Unknown(f"the strategy of {placement.name} is not stated")
    if isinstance(strategy, Unknown):
        return cannot_tell(f"whether reservation {name} could be in the placement group of the launch", strategy)
    text = f"reservation {name} is in no placement group, the launch names {placement.name}"
    return Hit(text) if strategy == "cluster" else None


def _inside(launch: Launch, name: str, theirs: Value) -> Hit | None:
    """Judge the launch on a reservation in the group ``theirs``."""
    group = launch.placement_group
    if same_resource(theirs) == same_resource(group):
        return None
    hidden = _hidden(theirs, group)
    if hidden is not None:
        return cannot_tell(f"whether reservation {name} is in the placement group of the launch", hidden)
    text = f"reservation {name} is in placement group {shown(theirs)}, the launch names"
    if group is None:
        return Hit(f"{text} none", hint="name the reservation's placement group")
    return Hit(f"{text} {shown(group)}", hint="reserve in the placement group of the launch")


def _hidden(theirs: Value, group: Value) -> Unknown | None:
    """Return why two groups that are written differently may be one; of a launch in none, what may be none."""
    values = (theirs, group) if group is not None else (theirs,) if isinstance(theirs, _NONE) else ()
    hidden = next((value for value in values if isinstance(value, Unknown)), None)
    by_id = isinstance(group, str) and _ID.fullmatch(group)
    if hidden is None and group is not None and (by_id or type(theirs) is not type(group)):
        return Unknown(f"{shown(theirs)} and {shown(group)} may be one")  # an id, or a name that CloudFormation makes
    return hidden


def _named(arn: Value) -> Value:
    """Return the placement group that ``arn`` ends with: a name, or what stands for it."""
    *before, last = arn.parts if isinstance(arn, Mixed) else (arn,)
    if isinstance(last, str) and _ARN in last:
        return last.rpartition(_ARN)[2]
    if before and str(before[-1]).endswith(_ARN):
        return last
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
