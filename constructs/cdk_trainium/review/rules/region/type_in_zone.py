"""A type that the zone of the subnet or the group does not offer."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.offered import not_offered_in_zone
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare zones with the dated catalog; ordinary zones given by name differ per account."""
    named = launch.chosen_zones
    zones = [zone for zone in (*map(context.world.zone_of, launch.subnets), *named) if isinstance(zone, str)]
    if not zones:
        yield Skip("no zone that the template tells")
    for info in launch.infos:
        for zone in dict.fromkeys(zones):
            doubt = not_offered_in_zone(info, zone, context.catalog)
            if doubt:
                yield Hit(doubt, launch.node.at("InstanceType"))


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
