"""What is wrong with a group as a whole: ``hard`` always, ``soft`` unless it is a design."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..catalog import Catalog
from ..errors import Problem
from .capacity import BlockCapacity, ReservationCapacity
from .late import is_late
from .node_problems import Parts, node_checks, ultraserver_of

if TYPE_CHECKING:
    from .node_group import NodeGroupSpec

__all__ = ["group_checks"]


def group_checks(group: NodeGroupSpec, types: Catalog) -> Parts:
    """Return the checks that every group must pass, and those that a design need not."""
    hard, soft = node_checks(group, types)
    return [*hard, _placement(group), _one_placement(group), _whole(group, types)], [*soft, _block_size(group, types)]


def _placement(group: NodeGroupSpec) -> Iterator[Problem]:
    if isinstance(group.capacity, BlockCapacity) and group.placement_group is not None:
        yield Problem(
            "TRN315",
            "a capacity block takes no placement group: EC2 places its nodes together already",
            "placement_group",
            repr(group.placement_group),
            hint="leave placement_group out",
        )


def _one_placement(group: NodeGroupSpec) -> Iterator[Problem]:
    """A launch into another placement group never meets the reservation."""
    own, capacity = group.placement_group, group.capacity
    theirs = capacity.placement_group if isinstance(capacity, ReservationCapacity) else None
    if own is None or theirs is None or is_late(own) or is_late(theirs):
        return
    if own != theirs:
        text = "the existing reservation was made in another placement group than the group's"
        yield Problem("TRN320", text, "capacity.placement_group", theirs, own, "leave the group's placement_group out")


def _block_size(group: NodeGroupSpec, types: Catalog) -> Iterator[Problem]:
    limit = types.limits["nodes_per_capacity_block"].value
    if isinstance(group.capacity, BlockCapacity) and group.node_count > limit:
        yield Problem(
            "TRN318", "a capacity block has fewer nodes", "node_count", str(group.node_count), f"at most {limit}"
        )


def _whole(group: NodeGroupSpec, types: Catalog) -> Iterator[Problem]:
    info = types.find(group.instance_type)
    server = ultraserver_of(info, types) if info else None
    if server is None:
        return
    if group.node_count % server.nodes:
        yield Problem(
            "TRN319",
            f"one {server.name} is {server.nodes} nodes of {group.instance_type}: node count of whole UltraServers",
            "node_count",
            str(group.node_count),
            f"{server.nodes}, {2 * server.nodes}, {3 * server.nodes}, …",
        )
    elif isinstance(group.capacity, BlockCapacity) and group.node_count > server.nodes:
        yield Problem(
            "TRN322",
            f"one block is one {server.name} of {server.nodes} nodes",
            "node_count",
            str(group.node_count),
            str(server.nodes),
            "use UltraServer (ultraservers: in a cluster file), with one block for each",
        )
