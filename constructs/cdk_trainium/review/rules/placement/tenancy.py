"""Dedicated Hosts where EC2 has none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.placement import placement_of
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the tenancy with the placement group, and with a Capacity Block."""
    value, path = _tenancy(launch)
    placement = placement_of(launch)
    cluster = placement is not None and placement.strategy == "cluster"
    if value in (None, "default") or not (cluster or launch.block):
        return
    if isinstance(value, Unknown):
        yield cannot_tell("whether Tenancy is one that the placement takes", value, path)
    elif launch.block:
        yield Hit(f"Tenancy is {value}: a Capacity Block launches with tenancy default only", path)
    elif value == "host" and placement is not None:
        yield Hit(f"Tenancy is host: the cluster placement group {placement.name} takes no Dedicated Hosts", path)


def _tenancy(launch: Launch) -> tuple[object, Path]:
    placement = as_map(launch.node.data.get("Placement"))
    if "Tenancy" in placement:
        return placement["Tenancy"], launch.node.at("Placement", "Tenancy")
    return launch.node.data.get("Tenancy"), launch.node.at("Tenancy")


RULE = Rule(
    id="TRN409",
    title="Nodes in a cluster placement group or a block are on no Dedicated Host",
    level=Level.ERROR,
    why="EC2 refuses every launch: cluster groups take no Dedicated Hosts, Capacity Blocks only tenancy default.",
    source="EC2 User Guide, placement groups and Capacity Blocks for ML",
    on="launch",
    check=check,
    fix="remove Tenancy",
)
