"""Options of other purchases on a fleet that buys from Capacity Blocks."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Group
from ...options import Context
from ...rule import Hit, Rule

_OPTIONS = ("OnDemandOptions", "SpotOptions")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Look for them where every share of the fleet is bought from blocks."""
    ways = [share.purchase for share in group.shares]
    if group.kind != "fleet" or not ways or any(way != "capacity-block" for way in ways):
        return
    for name in _OPTIONS:
        if group.branch.properties.get(name) is not None:
            yield Hit(f"{name} on a fleet that buys from Capacity Blocks only", ("Properties", name), f"remove {name}")


RULE = Rule(
    id="TRN378",
    title="A fleet on Capacity Blocks has no options of spot or on demand",
    level=Level.WARNING,
    why="They choose among pools of spot or on-demand capacity, of which the fleet uses none.",
    source="EC2 API, CreateFleet: OnDemandOptions and SpotOptions",
    on="group",
    check=check,
)
