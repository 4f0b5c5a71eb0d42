"""How a launch asks EC2 to sell its nodes, and where it says so."""

from __future__ import annotations

from typing import Any

from ...model import Launch
from ...rule import Path

__all__ = ["asked_as", "sale_at"]


def asked_as(launch: Launch) -> str:
    """Return how ``launch`` buys; empty where that is hidden, not one of EC2's usage classes, or the service's."""
    known = launch.market is None or launch.market in ("on-demand", "spot", "capacity-block")
    of_service = launch.group is not None and launch.group.kind == "hyperpod"
    return launch.purchase if known and not of_service else ""


def sale_at(launch: Launch) -> tuple[Path, Any]:
    """Return path and resource of what says it; None is the resource of the node."""
    group = launch.group
    if launch.node.market is not None or group is None or not group.purchase_path:
        return launch.node.at("InstanceMarketOptions" if launch.node.market is not None else "InstanceType"), None
    return group.purchase_path, group.resource
