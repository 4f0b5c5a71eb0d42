"""Zones beside subnets that are in others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....constraints.zones import is_zone_id
from ....findings import Level
from ....template import Unknown, Value, ZoneOf, Zones
from ...model import Group, World
from ...model.values import shown
from ...model.zones import Place, place_of_subnet, place_of_zone
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Look for the zone of each subnet among the zones that an Auto Scaling group names beside them."""
    if group.kind != "asg" or not group.zones or not group.subnets:
        return
    if any(isinstance(zone, Zones) and not zone.region for zone in group.zones):
        return  # it names every zone
    named = [place_of_zone(context.world, group.resource.template, zone) for zone in group.zones]
    answers = [(subnet, _among(context.world, subnet, named)) for subnet in group.subnets]
    outside = [subnet for subnet, found in answers if found is False]
    hidden = [subnet for subnet, found in answers if isinstance(found, Unknown)]
    if outside:
        zones = " and ".join(dict.fromkeys(shown(context.world.zone_of(subnet)) for subnet in outside))
        allowed = ", ".join(map(shown, group.zones))
        text = f"{' and '.join(map(shown, outside))} of {group.subnets_path[-1]} in {zones}; allowed: {allowed}"
        yield Hit(text, group.zones_path)
    elif hidden:
        text = f"whether {shown(hidden[0])} of {group.subnets_path[-1]} is in one of {group.zones_path[-1]}"
        yield unknown(f"{text} is not known before deployment", group.zones_path)


def _among(world: World, subnet: Value, named: Sequence[Place]) -> bool | Unknown:
    own = place_of_subnet(world, subnet)
    answers = [_same(own, place) for place in named]
    return True if True in answers else next((one for one in answers if one is not False), False)


def _same(one: Place, other: Place) -> bool | Unknown:
    """Return whether two places are one zone; a name, an id and an entry of ``Fn::GetAZs`` cannot be compared."""
    zones = one.zone, other.zone
    if one.key == other.key:
        return True
    if isinstance(one.zone, ZoneOf) and isinstance(other.zone, ZoneOf) and one.zone.region == other.zone.region:
        return one.zone.index == other.zone.index
    alike = all(isinstance(zone, str) for zone in zones) and len(set(map(is_zone_id, zones))) == 1
    return zones[0] == zones[1] if alike else Unknown("one of the zones is written otherwise")


RULE = Rule(
    id="TRN392",
    title="The zones beside the subnets of a group are those of the subnets",
    level=Level.ERROR,
    why="Auto Scaling refuses the group: the zones of the specified subnets and the group do not match.",
    source="EC2 Auto Scaling API, CreateAutoScalingGroup VPCZoneIdentifier: the subnets must reside in those "
    "Availability Zones; amazon-ecs-cli issue 47",
    on="group",
    check=check,
    fix="leave out AvailabilityZones: the subnets tell them",
)
