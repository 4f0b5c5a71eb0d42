"""Reservations that several groups of a cluster aim at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import Problem
from .capacity import BlockCapacity, CapacitySpec, ReservationCapacity
from .late import is_late

if TYPE_CHECKING:
    from .cluster import ClusterSpec

__all__ = ["target_problems"]


def target_problems(cluster: ClusterSpec) -> Iterator[Problem]:
    """Yield one problem for each reservation that is named again; a token cannot be compared."""
    seen: dict[str, str] = {}
    for prop, reservation in _targets(cluster):
        if is_late(reservation):
            continue
        if reservation in seen:
            text = f"one block or existing reservation serves one group; {seen[reservation]} names it already"
            yield Problem("TRN321", text, prop, reservation, "another reservation")
        seen.setdefault(reservation, prop)


def _targets(cluster: ClusterSpec) -> Iterator[tuple[str, str]]:
    for at, group in enumerate(cluster.groups):
        yield from _of(f"groups[{at}].capacity", group.capacity)
    for at, servers in enumerate(cluster.ultraservers):
        for number, capacity in enumerate(servers.capacity):
            yield from _of(f"ultraservers[{at}].capacity[{number}]", capacity)


def _of(prop: str, capacity: CapacitySpec | None) -> Iterator[tuple[str, str]]:
    if isinstance(capacity, ReservationCapacity) and capacity.reservation_id is not None:
        yield f"{prop}.reservation_id", capacity.reservation_id
    elif isinstance(capacity, BlockCapacity):
        for at, block in enumerate(capacity.blocks):
            yield f"{prop}.blocks[{at}].reservation_id", block.reservation_id
