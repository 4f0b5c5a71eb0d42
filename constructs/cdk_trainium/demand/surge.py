"""Nodes that an update adds to a group while it rolls."""

from __future__ import annotations

from .. import launches
from ..launches.purchase import MARKETS
from .reading import Notes, dig, items

__all__ = ["surge_of"]


def surge_of(group: launches.Group, most: int, notes: Notes) -> int:
    """Return how many nodes an update of ``group`` adds to its ``most``."""
    if group.kind == "asg":
        return _of_auto_scaling(group, most, notes)
    return _of_node_group(group, notes) if group.kind == "eks" else 0


def _of_auto_scaling(group: launches.Group, most: int, notes: Notes) -> int:
    resource, branch = group.resource, group.branch
    if notes.flag(resource, "WillReplace", dig(branch.update_policy, "AutoScalingReplacingUpdate", "WillReplace")):
        return most
    percent = dig(branch.properties, "InstanceMaintenancePolicy", "MaxHealthyPercentage")
    cleared = percent in (-1, "-1")  # which takes the policy away
    above = (notes.number(resource, "MaxHealthyPercentage", None if cleared else percent, 100) or 0) - 100
    return -(-most * max(0, above) // 100)


def _of_node_group(group: launches.Group, notes: Notes) -> int:
    """EKS grows the group while it updates: by twice its zones, or by MaxUnavailable; a block cannot grow."""
    written = dig(group.branch.properties, "UpdateConfig", "MaxUnavailable")
    unavailable = notes.number(group.resource, "MaxUnavailable", written, 1)
    block = isinstance(group.purchase, str) and MARKETS.get(group.purchase) == "capacity-block"
    zones = max(1, len(items(group.branch.properties.get("Subnets"))))
    return 0 if block else max(2 * zones, unavailable or 1)
