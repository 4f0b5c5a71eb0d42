"""The shares of an Auto Scaling group that buys some of its nodes on demand and the others as spot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..launches.asg import on_demand_share

__all__ = ["shares"]

_SIZES = ("count", "least", "desired")


def shares(sizes: Mapping[str, Any], base: int, percent: int) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Return the sizes of the on-demand and of the spot share; None for a share that never has a node.

    Args:
        sizes: ``count`` (nodes at most; None is not determined), ``least``, ``desired`` and ``surge`` of the group.
        base: nodes that are on demand first (``OnDemandBaseCapacity``).
        percent: how many of 100 nodes above ``base`` are on demand; a part of a node counts as one.

    Source: Amazon EC2 Auto Scaling API, InstancesDistribution.
    """
    on_demand = {name: _on_demand(sizes.get(name), base, percent) for name in _SIZES}
    spot = {name: _less(sizes.get(name), on_demand[name]) for name in _SIZES}
    surge, most = sizes.get("surge") or 0, sizes.get("count") or 0
    own = _on_demand(most + surge, base, percent) or 0
    grown = max(0, own - (on_demand["count"] or 0)) if surge else 0
    first, second = {**on_demand, "surge": grown}, {**spot, "surge": surge - grown}
    if not base and not percent:
        return None, {name: sizes.get(name) for name in _SIZES} | {"surge": surge}
    return (first if _ever(first) or not _ever(second) else None), (second if _ever(second) else None)


def _ever(share: Mapping[str, Any]) -> bool:
    """Return whether ``share`` ever has a node, or may have one."""
    return (share["count"], share["surge"]) != (0, 0)


def _on_demand(nodes: int | None, base: int, percent: int) -> int | None:
    return None if nodes is None else on_demand_share(nodes, base, percent)


def _less(nodes: int | None, share: int | None) -> int | None:
    return None if nodes is None or share is None else nodes - share
