"""What is wrong with UltraServers together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog
from ..errors import Problem
from ..wording import counted
from .base import judged
from .capacity import Block, BlockCapacity
from .late import is_late
from .node_problems import layout_problems

if TYPE_CHECKING:
    from .cluster import UltraServerGroup

__all__ = ["ultraserver_checks"]


def ultraserver_checks(group: UltraServerGroup, types: Catalog) -> Iterator[Iterable[Problem]]:
    """Yield what may be wrong with ``group``, each thing apart."""
    yield _layout(group, types)
    yield _each_block_once(group)
    yield _whole(group, types)
    yield _one_block_each(group, types)
    yield _capacity(group)
    yield _launchable(group, types)


def _layout(group: UltraServerGroup, types: Catalog) -> Iterator[Problem]:
    info = types.find(types.ultraservers[group.ultraserver].instance_type)
    if info is not None:
        yield from layout_problems(info, group.layout)


def _each_block_once(group: UltraServerGroup) -> Iterator[Problem]:
    blocks = judged(_blocks(item) for item in group.capacity)
    ids = [one for one in judged(_id(block) for block in blocks) if not is_late(one)]
    again = sorted({one for one in ids if ids.count(one) > 1})
    if again:
        text, allowed = "two UltraServers name one block", "each reservation once"
        yield Problem("TRN321", text, "capacity", ", ".join(again), allowed)


def _blocks(capacity: BlockCapacity) -> Iterator[Block]:
    yield from capacity.blocks


def _id(block: Block) -> Iterator[str]:
    yield block.reservation_id


def _whole(group: UltraServerGroup, types: Catalog) -> Iterator[Problem]:
    nodes = types.ultraservers[group.ultraserver].nodes
    if group.node_count is not None and group.node_count % nodes:
        text = f"the node count must be a whole multiple of {nodes}"
        yield Problem("TRN319", text, "node_count", str(group.node_count), f"{nodes}, {2 * nodes}, …")


def _one_block_each(group: UltraServerGroup, types: Catalog) -> Iterator[Problem]:
    nodes, count = types.ultraservers[group.ultraserver].nodes, len(group.capacity)
    if count and group.node_count is not None and not group.node_count % nodes and group.node_count != count * nodes:
        made = f"{counted(count, 'block')} for {counted(count * nodes, 'node')}"
        yield Problem("TRN322", made, "node_count", str(group.node_count), str(count * nodes))


def _capacity(group: UltraServerGroup) -> Iterator[Problem]:
    if not group.design_only and not group.capacity:
        yield Problem("TRN310", "is required: one capacity block per UltraServer", "capacity")


def _launchable(group: UltraServerGroup, types: Catalog) -> Iterator[Problem]:
    server = types.ultraservers[group.ultraserver]
    if not group.design_only and not server.launchable:
        hint = "set design_only: true, or name the type in a catalog overlay"
        yield Problem("TRN011", f"{server.name} cannot be launched", "ultraserver", server.name, hint=hint)
