"""A reservation of the template in another zone than the launch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ....findings import Level
from ....template import Value
from ...model import Launch
from ...model.reservation_fit import fitting, kinds_of, misfits, misfits_of_any, misplaced, nowhere, places_of
from ...model.targets import Written, unwritten_targets, written_choices
from ...options import Context
from ...rule import Hit, Rule, Skip
from .reservation_at import reservation_at
from .reservation_choice import as_hits, each_once, of_choice


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Ask for a reservation in each zone that the launch may be in, for each of its types in one of them."""
    path, owner = reservation_at(launch)
    yield from map(Skip, unwritten_targets(launch))
    for target, listed in written_choices(launch):
        hits = each_once(_of_choice(launch, target, listed))
        sure = [hit for hit in hits if hit.level is None]
        yield from (hit._replace(path=path, resource=owner) for hit in sure or hits[:1])


def _of_choice(launch: Launch, target: Value, listed: Sequence[Written]) -> Iterator[Hit]:
    kinds, places = kinds_of(launch), places_of(launch)
    found = fitting(listed, partial(misfits_of_any, launch, kinds=kinds))
    asked = [places] if len(found) == 1 or not places else [[place] for place in places]  # one may be for each
    for some in asked:
        yield from of_choice(launch, target, [as_hits(misplaced(launch, one, some) or why) for one, why in found])
    for kind in kinds if len(listed) > 1 and len(kinds) > 1 else ():
        own = fitting(listed, partial(misfits, launch, kind=kind))
        yield from of_choice(launch, target, [as_hits(nowhere(launch, one, places) or why) for one, why in own])


RULE = Rule(
    id="TRN352",
    title="The reservation that a launch targets is in its zone",
    level=Level.ERROR,
    why="A launch into another zone cannot use the reservation: it is refused or runs on demand while it bills.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="reserve in the zone of the one subnet",
)
