"""Over how many zones a group may launch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...constraints.zones import is_zone_id
from ...template import Unknown, Value, ZoneOf, Zones
from .launch import Launch
from .values import shown

__all__ = ["Spread", "spread_of", "spread_of_all"]


@dataclass(frozen=True, slots=True)
class Spread:
    """The zones of one launch, or of several."""

    zones: tuple[str, ...]
    """Zones that are known to differ; fewer than two when it is known to stay in one."""
    hidden: str
    """Why there may be more. Default: - there are none."""


def spread_of(launch: Launch) -> Spread:
    """Return the zones that the subnets, or ``AvailabilityZones``, of ``launch`` are in."""
    return _spread(_zones(launch), several=_several(launch))


def spread_of_all(launches: Iterable[Launch]) -> Spread:
    """Return the zones that ``launches`` are in together."""
    zones = [zone for launch in launches for zone in _zones(launch)]
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
    return Spread(known, _reason(unseen[0]) if unseen and several else "")


def _several(launch: Launch) -> bool:
    hidden = launch.group is not None and launch.group.subnets_hidden
    zones = _named_zones(launch)
    keys = {launch.world.zone_key(item) for item in launch.subnets} | set(map(repr, zones))
    return hidden or len(keys) > 1


def _zones(launch: Launch) -> list[Value]:
    return [*(launch.world.zone_of(subnet) for subnet in launch.subnets), *_named_zones(launch)]


def _named_zones(launch: Launch) -> list[Value]:
    """Return the zones that the group names; beside subnets, which tell the same, only those of other nodes."""
    group = launch.group
    return group.zones if group is not None and (group.zones_apart or not launch.subnets) else []


def _reason(value: Value) -> str:
    """Return why ``value`` is not known."""
    return value.reason if isinstance(value, Unknown) else shown(value)
