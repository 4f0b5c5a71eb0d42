"""Over how many zones a group may launch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...constraints.zones import is_zone_id
from ...template import MaybeAbsent, Reference, Template, Unknown, Value, ZoneOf, Zones
from .launch import Launch
from .values import same_resource, shown
from .world import World

__all__ = ["Place", "Spread", "place_of_subnet", "place_of_zone", "spread_of", "spread_of_all", "spread_of_places"]


class Spread(NamedTuple):
    """The zones of one launch, or of several."""

    zones: tuple[str, ...]
    """Zones that are known to differ; fewer than two when it is known to stay in one."""
    hidden: str
    """Why there may be more. Default: - there are none."""
    added: bool = False
    """Whether a macro may say the zone that is hidden."""


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """One zone, however it is written; equal to itself only, so that what is known of it can be kept by it."""

    zone: Value
    key: Any
    """Equal for two places only if they are one zone."""


def place_of_subnet(world: World, subnet: Value) -> Place:
    """Return the zone of ``subnet``."""
    question = ("place_of_subnet", same_resource(subnet))  # groups share subnets
    return world.cases.once(question, lambda: Place(world.zone_of(subnet), world.zone_key(subnet)))


def place_of_zone(world: World, template: Template, zone: Value) -> Place:
    """Return ``zone`` as a property of a resource of ``template`` states it: a name, an id, a subnet's attribute."""
    if isinstance(zone, Reference):
        subnet = zone._replace(attribute="")
        return place_of_subnet(world, subnet) if world.find(subnet) is not None else Place(Unknown(shown(zone)), zone)
    if not isinstance(zone, Unknown):
        return Place(zone, repr(zone))
    told = zone.text and "${?}" not in zone.text  # two texts with equal holes are one text
    return Place(zone, (template.key, zone.text) if told else (template.key, zone))


def spread_of_places(places: Iterable[Place]) -> Spread:
    """Return the zones that ``places`` are."""
    distinct = {place.key: place.zone for place in places}
    return _spread(list(distinct.values()), several=len(distinct) > 1)


def spread_of(launch: Launch) -> Spread:
    """Return the zones that the subnets, or ``AvailabilityZones``, of ``launch`` are in."""
    one = False if launch.group is None else launch.group.one_zone
    if one is True or isinstance(one, Unknown):
        return Spread((), "" if one is True else one.reason, isinstance(one, MaybeAbsent))
    return _spread(_zones(launch), several=_several(launch))


def spread_of_all(launches: Iterable[Launch]) -> Spread:
    """Return the zones that ``launches`` are in together; a group that takes one of several may take any."""
    zones = [
        zone for launch in launches if launch.group is None or not launch.group.one_zone for zone in _zones(launch)
    ]
    return _spread([zone for zone in zones if not isinstance(zone, Unknown) or isinstance(zone, ZoneOf)], several=False)


def _spread(zones: list[Value], several: bool) -> Spread:
    every = next((zone for zone in zones if isinstance(zone, Zones)), None)
    if every is not None:
        return Spread((f"every zone of {every.region or 'the region'}", "not one of them"), "")
    # A name, an id and an entry of Fn::GetAZs may be the same zone; two names, two ids or two entries never are.
    texts = dict.fromkeys(zone for zone in zones if isinstance(zone, str))
    kinds = [
        tuple(zone for zone in texts if not is_zone_id(zone)),
        tuple(zone for zone in texts if is_zone_id(zone)),
        tuple({(zone.region, zone.index): shown(zone) for zone in zones if isinstance(zone, ZoneOf)}.values()),
    ]
    known = max(kinds, key=len)
    unseen = [zone for zone in zones if not isinstance(zone, str | ZoneOf)]
    first, *others = [kind[0] for kind in kinds if kind] or [""]
    if others:
        return Spread(known, f"{others[-1]} may be another zone than {first}")
    if not unseen or not several:
        return Spread(known, "")
    return Spread(known, _reason(unseen[0]), all(isinstance(zone, MaybeAbsent) for zone in unseen))


def _several(launch: Launch) -> bool:
    hidden = launch.group is not None and launch.group.subnets_hidden
    zones = _named_zones(launch)
    keys = {launch.world.zone_key(item) for item in _subnets(launch)} | set(map(repr, zones))
    return hidden or len(keys) > 1


def _zones(launch: Launch) -> list[Value]:
    return [*(launch.world.zone_of(subnet) for subnet in _subnets(launch)), *_named_zones(launch)]


def _subnets(launch: Launch) -> Sequence[Value]:
    """Return the subnets of the whole group: a fleet takes from any of its overrides, and its nodes train together.

    The instance groups of HyperPod are each for themselves.
    """
    if launch.group is not None and launch.group.kind == "hyperpod":
        return launch.chosen_subnets
    return (launch.group.subnets if launch.group is not None else ()) or launch.node.subnets


def _named_zones(launch: Launch) -> Sequence[Value]:
    """Return the zones that the group names; beside subnets, which tell the same, only those of other nodes."""
    group = launch.group
    return group.zones if group is not None and (group.zones_apart or not _subnets(launch)) else ()


def _reason(value: Value) -> str:
    """Return why ``value`` is not known."""
    return value.reason if isinstance(value, Unknown) else shown(value)
