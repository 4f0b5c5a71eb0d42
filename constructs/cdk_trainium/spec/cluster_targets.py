"""Reservations that several groups of a cluster aim at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import Problem
from .base import judged
from .capacity import Block, BlockCapacity, CapacitySpec, ReservationCapacity
from .late import is_late

if TYPE_CHECKING:
    from .cluster import ClusterGroup, ClusterSpec, UltraServerGroup

__all__ = ["target_problems"]


def target_problems(cluster: ClusterSpec) -> Iterator[Problem]:
    """Yield one problem for each reservation that another group names; a token cannot be compared."""
    seen: dict[str, tuple[str, str]] = {}
    for member, prop, reservation in _targets(cluster):
        if is_late(reservation):
            continue
        earlier, place = seen.setdefault(reservation, (member, prop))
        if earlier != member:  # what a group names twice it tells itself
            text = f"one block or existing reservation serves one group; {place} names it already"
            yield Problem("TRN321", text, prop, reservation, "another reservation")


def _targets(cluster: ClusterSpec) -> Iterator[tuple[str, str, str]]:
    """Yield member, prop and reservation."""
    yield from judged(_of_group(f"groups[{at}]", group) for at, group in enumerate(cluster.groups))
    yield from judged(_of_servers(f"ultraservers[{at}]", one) for at, one in enumerate(cluster.ultraservers))


def _of_group(where: str, group: ClusterGroup) -> Iterator[tuple[str, str, str]]:
    yield from ((where, prop, found) for prop, found in _of(f"{where}.capacity", group.capacity))


def _of_servers(where: str, servers: UltraServerGroup) -> Iterator[tuple[str, str, str]]:
    targets = judged(_of(f"{where}.capacity[{at}]", capacity) for at, capacity in enumerate(servers.capacity))
    yield from ((where, prop, found) for prop, found in targets)


def _of(prop: str, capacity: CapacitySpec | None) -> Iterator[tuple[str, str]]:
    if isinstance(capacity, ReservationCapacity) and capacity.reservation_id is not None:
        yield f"{prop}.reservation_id", capacity.reservation_id
    elif isinstance(capacity, BlockCapacity):
        yield from judged(_of_block(f"{prop}.blocks[{at}]", block) for at, block in enumerate(capacity.blocks))


def _of_block(prop: str, block: Block) -> Iterator[tuple[str, str]]:
    yield f"{prop}.reservation_id", block.reservation_id
