"""A type that the subnet's zone does not offer."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.zones import is_zone_id
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare zones given by id with the dated catalog; zones given by name differ per account."""
    zones = [context.world.zone_of(subnet) for subnet in launch.subnets]
    for info in launch.infos:
        known = {zone for ids in (info.zone_ids or {}).values() for zone in ids}
        regions = {zone.rpartition("-az")[0] for zone in known}
        ids = [zone for zone in zones if isinstance(zone, str) and is_zone_id(zone)]
        for zone in ids:
            if zone.rpartition("-az")[0] in regions and zone not in known:
                seen = info.fact("zone_ids").date
                text = f"{info.name} was not offered in zone {zone} on {seen}; allowed: {', '.join(sorted(known))}"
                yield Hit(text, launch.node.at("InstanceType"))


RULE = Rule(
    id="TRN605",
    title="The type is offered in the group's zone",
    level=Level.WARNING,
    why="A region that offers a type does so in one or two zones; in the others no node ever comes.",
    source="EC2 offerings per zone, dated in the catalog",
    on="launch",
    check=check,
    fix="put the subnet into a zone that offers the type",
)
