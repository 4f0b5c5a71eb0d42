"""Over how many zones a group may launch."""

from __future__ import annotations

from dataclasses import dataclass

from ...template import Template, Unknown, Value, ZoneOf
from .launch import Launch
from .values import same_resource, shown

__all__ = ["Spread", "spread_of"]


@dataclass(frozen=True, slots=True)
class Spread:
    """The zones of one launch."""

    zones: tuple[str, ...]
    """Zones that are known to differ."""
    hidden: str
    """Why there may be more. Default: - there are none."""


def spread_of(launch: Launch) -> Spread:
    """Return the zones that the subnets, or ``AvailabilityZones``, of ``launch`` are in."""
    group = launch.group
    template = group.resource.template if group else launch.node.resource.template
    values = _zones(launch, template)
    known = {zone: shown(zone) for zone in values if isinstance(zone, str | ZoneOf)}
    unseen = [zone for zone in values if not isinstance(zone, str | ZoneOf)]
    several = len({same_resource(item) for item in launch.subnets}) > 1 or (group is not None and group.subnets_hidden)
    reason = _reason(unseen[0]) if unseen and several else ""
    return Spread(tuple(known.values()), reason)


def _zones(launch: Launch, template: Template) -> list[Value]:
    if launch.subnets:
        return [zone for subnet in launch.subnets for zone in launch.world.zones_of(subnet, template)]
    return launch.group.zones if launch.group else []


def _reason(value: Value) -> str:
    """Return why ``value`` is not known."""
    return value.reason if isinstance(value, Unknown) else shown(value)
