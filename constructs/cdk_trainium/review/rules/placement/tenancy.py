"""Dedicated Hosts where EC2 has none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.placement import placement_of
from ...model.tenancy import tenancy_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the tenancy with the placement group; that of a Capacity Block is TRN356's."""
    placement = placement_of(launch)
    if placement is None or launch.block:
        return
    found, hidden = tenancy_of(launch), isinstance(placement.strategy, Unknown)
    tenancy, path, owner = found
    if isinstance(tenancy, Unknown) and placement.strategy == "cluster":
        yield cannot_tell("whether Tenancy is one that the placement takes", tenancy, path, owner)
    elif tenancy == "host" and hidden:
        yield cannot_tell("whether the placement takes Dedicated Hosts", placement.strategy, path, owner)
    elif tenancy == "host" and placement.strategy == "cluster":
        text = f"{found.text}: the cluster placement group {placement.name} takes no Dedicated Hosts"
        yield Hit(text, path, resource=owner)


RULE = Rule(
    id="TRN409",
    title="Nodes in a cluster placement group are on no Dedicated Host",
    level=Level.ERROR,
    why="EC2 refuses every launch: cluster placement groups take no Dedicated Hosts.",
    source="EC2 User Guide, placement groups",
    on="launch",
    check=check,
    fix="remove Tenancy and hosts",
)
