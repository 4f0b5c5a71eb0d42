"""How many addresses the nodes of a group take of its subnets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...launches import Group
from ...launches.values import counted
from ...template import Unknown
from .launch import Launch
from .values import macro_in

if TYPE_CHECKING:
    from .world import World

__all__ = ["Need", "need_of"]


class Need(NamedTuple):
    """Addresses that a group takes."""

    each: int
    """Of one node."""
    least: int
    """Of all nodes that it is known to have."""
    hidden: Unknown | None
    """Why there may be more. Default: - there are none."""


def need_of(group: Group, world: World) -> Need:
    """Return the addresses that the nodes of ``group`` take; worked out once: all groups of a subnet ask for all."""
    needs = world.needs
    if id(group) not in needs:
        needs[id(group)] = _need_of(group, world)
    return needs[id(group)]


def _need_of(group: Group, world: World) -> Need:
    launches = [launch for launch in world.launches_of(group) if launch.node.described or launch.node.single]
    taken = [_addresses(launch) for launch in launches]
    each = min((addresses for addresses, _ in taken), default=0)
    if not each:
        return Need(0, 0, None)
    more = next((hidden for _, hidden in taken if hidden is not None), None)
    if group.hidden_size is not None or group.nodes is not None:
        return Need(each, (group.nodes or 0) * each, group.hidden_size or (more if group.nodes else None))
    if any(launch.hidden_type for launch in launches):
        return Need(0, 0, None)  # that is told of the type, and all that depends on it
    nodes = _nodes_of_batch(group, launches)
    return Need(each, 0, nodes) if isinstance(nodes, Unknown) else Need(each, nodes * each, more if nodes else None)


def _nodes_of_batch(group: Group, launches: Sequence[Launch]) -> int | Unknown:
    """Return how many nodes the vCPUs of a compute environment are, where they are all of one type."""
    if group.vcpus is None:
        return Unknown("it says no largest size")
    most, vcpus = counted(group.vcpus, 0), {info.vcpus for launch in launches for info in launch.infos}
    if isinstance(most, Unknown):
        return most
    size = vcpus.pop() if len(vcpus) == 1 else None
    return most // size if size else Unknown("it counts vCPUs, whichever types have them")


def _addresses(launch: Launch) -> tuple[int, Unknown | None]:
    """Return the addresses that one node is known to take, and what hides more.

    A node that names no interfaces has one. Interfaces that cannot be read, or name a subnet themselves, count nothing.
    Source: EC2 User Guide, elastic network interfaces: each instance has a primary one.
    """
    node = launch.node
    if not node.data.get("NetworkInterfaces"):
        return 1, macro_in(node.data)
    items = [item.addresses for item in node.interfaces if "SubnetId" not in item.data]
    hidden = next((item for item in items if isinstance(item, Unknown)), None)
    return sum(1 if isinstance(item, Unknown) else item for item in items), hidden
