"""The groups and UltraServers of a cluster with their places in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cluster import ClusterGroup, ClusterSpec, UltraServerGroup

__all__ = ["members_of"]


def members_of(cluster: ClusterSpec) -> Iterator[tuple[str, ClusterGroup | UltraServerGroup]]:
    """Yield each group and the UltraServers of ``cluster`` with its place in the file."""
    yield from ((f"groups[{at}]", item) for at, item in enumerate(cluster.groups))
    yield from ((f"ultraservers[{at}]", item) for at, item in enumerate(cluster.ultraservers))
