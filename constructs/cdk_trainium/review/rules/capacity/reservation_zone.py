"""A reservation of the template in another zone than the launch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....findings import Level
from ...model import Launch
from ...model.targets import Written, unwritten_targets, written_choices
from ...model.values import shown
from ...model.zones import Place, place_of_subnet, place_of_zone, spread_of_places
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown
from .reservation_at import reservation_at
from .reservation_choice import of_choice
from .reservation_match import mismatches


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare the zone of each reservation with each zone that the launch may be in."""
    path, owner = reservation_at(launch)
    yield from map(Skip, unwritten_targets(launch))
    for target, listed in written_choices(launch):
        places, found = _places(launch), _of_the_launch(launch, listed)
        asked = [places] if len(found) == 1 or not places else [[place] for place in places]  # one may be for each
        hits = [
            hit for some in asked for hit in of_choice(launch, target, [_judged(launch, one, some) for one in found])
        ]
        sure = [hit for hit in hits if hit.level is None]
        yield from (hit._replace(path=path, resource=owner) for hit in sure or hits[:1])


def _of_the_launch(launch: Launch, listed: Sequence[Written]) -> Sequence[Written]:
    """Return the reservations for such launches, of which one has to be there; all if none is, which TRN351 tells."""
    return [one for one in listed if not mismatches(launch, one[1], shown(one[0]))] or listed


def _judged(launch: Launch, written: Written, places: Sequence[Place]) -> list[Hit]:
    """Return what is wrong with one reservation for a launch into ``places``."""
    target, data = written
    resource, zone = launch.world.find(target), data.get("AvailabilityZone", data.get("AvailabilityZoneId"))
    if resource is None or zone is None:
        return []
    place = place_of_zone(launch.world, resource.template, zone)
    spreads = [spread_of_places([place, other]) for other in places]
    other = next((spread.zones[1] for spread in spreads if len(spread.zones) > 1), None)
    hidden = next((spread.hidden for spread in spreads if spread.hidden), "")
    if launch.group is not None and not places:
        hidden = "it names neither a subnet nor a zone"
    if other is not None:
        return [Hit(f"reservation {shown(target)} is in {shown(place.zone)}, the launch may be in {other}")]
    text = f"whether reservation {shown(target)} is in the zone of the launch cannot be told: {hidden}"
    return [unknown(text)] if hidden else []


def _places(launch: Launch) -> list[Place]:
    world = launch.world
    if launch.subnets:
        return [place_of_subnet(world, subnet) for subnet in launch.subnets]
    group = launch.group
    zones = launch.chosen_zones
    return [] if group is None else [place_of_zone(world, group.resource.template, zone) for zone in zones]


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
