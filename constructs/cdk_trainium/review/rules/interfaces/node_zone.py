"""A node whose parts are in two zones."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Value
from ...model import Launch
from ...model.values import as_map
from ...model.zones import Place, Spread, place_of_subnet, place_of_zone, spread_of_places
from ...options import Context
from ...rule import Hit, Path, Rule, unknown


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the subnets of its interfaces, the zone that it states, and where its group launches it."""
    fixed = _fixed(launch)
    if not fixed:
        return
    own, path = spread_of_places(place for place, _ in fixed), fixed[-1][1]
    yield from _told(own, "the node's interfaces and its own zone", path)
    others = _chosen(launch)
    if others and len(own.zones) < 2 and not own.hidden:
        spreads = [spread_of_places([fixed[0][0], other]) for other in others]
        worst = max(spreads, key=lambda spread: (len(spread.zones), bool(spread.hidden)))
        yield from _told(worst, "the node and its group", path)


def _chosen(launch: Launch) -> list[Place]:
    """Return where the group launches the node; nothing when the group is the node itself."""
    group, world = launch.group, launch.world
    if group is None or group.resource is launch.node.resource:
        return []
    zones = [place_of_zone(world, group.resource.template, zone) for zone in launch.chosen_zones]
    return [*(place_of_subnet(world, subnet) for subnet in launch.chosen_subnets), *zones]


def _fixed(launch: Launch) -> list[tuple[Place, Path]]:
    """Return where the node itself says that it is, and at which path."""
    node, world = launch.node, launch.world
    subnets: list[tuple[Value, Path]] = [(node.data.get("SubnetId"), node.at("SubnetId"))]
    subnets += [(item.data.get("SubnetId"), (*item.path, "SubnetId")) for item in node.interfaces]
    placement = as_map(node.data.get("Placement"))
    zones: list[tuple[Value, Path]] = [
        (data.get(name), node.at(*above, name))
        for data, above in ((placement, ("Placement",)), (node.data, ()))
        for name in ("AvailabilityZone", "AvailabilityZoneId")
    ]
    return [
        *((place_of_subnet(world, value), path) for value, path in subnets if value is not None),
        *((place_of_zone(world, node.resource.template, value), path) for value, path in zones if value is not None),
    ]


def _told(spread: Spread, what: str, path: Path) -> Iterator[Hit]:
    if len(spread.zones) > 1:
        yield Hit(f"a node is in one zone, {what} are in {', '.join(spread.zones)}", path)
    elif spread.hidden:
        yield unknown(f"whether {what} are in one zone cannot be told: {spread.hidden}", path)


RULE = Rule(
    id="TRN122",
    title="The interfaces of a node and its placement are in one zone",
    level=Level.ERROR,
    why="A node and all its interfaces are in one zone; EC2 refuses the launch, and the group tries it again.",
    source="EC2 User Guide, elastic network interfaces; RunInstances Placement",
    on="launch",
    check=check,
    fix="name subnets of one zone, and leave the zone out of Placement",
)
