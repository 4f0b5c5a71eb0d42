"""Subnets that are too small for their nodes."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network
from typing import Any

from ....constraints import addresses
from ....findings import Level
from ....template import Unknown, Value
from ....wording import counted
from ...model import Group, Launch, World
from ...model.values import as_int, same_resource, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(group: Group, context: Context) -> Iterator[Hit]:
    """Hold the addresses of all groups that share a subnet with this one against the size of their subnets."""
    world, ids = context.world, _ids(group)
    if not ids or group.subnets_hidden or not all(map(world.find, ids.values())) or not _need(group, world):
        return  # only of subnets that are written here anybody can tell the size
    sharing = world.sharing(group)
    subnets = {key: item for one in sharing for key, item in _ids(one).items()}
    need = sum(_need(one, world) for one in sharing)
    if need <= addresses.subnet_size(addresses.SMALLEST_PREFIX):
        return
    sizes = {key: _size(item, world) for key, item in subnets.items()}
    hidden = next((size for size in sizes.values() if isinstance(size, Unknown)), None)
    if hidden is not None:
        yield cannot_tell(
            f"whether {_names(subnets)} has {counted(need, 'address', 'addresses')}", hidden, group.subnets_path
        )
    elif None not in sizes.values() and need > (have := sum(size for size in sizes.values() if isinstance(size, int))):
        text = f"{_names(subnets)} has {counted(have, 'address', 'addresses')} for interfaces, the nodes take {need}"
        yield Hit(text, group.subnets_path, evidence={"have": have, "need": need})


def _ids(group: Group) -> dict[Any, Value]:
    return {same_resource(item): item for item in group.subnets}


def _names(subnets: dict[Any, Value]) -> str:
    return " and ".join(map(shown, subnets.values()))


def _need(group: Group, world: World) -> int:
    """Return how many addresses the nodes of ``group`` take at least; 0 when the template does not tell."""
    each = [_addresses(launch) for launch in world.launches_of(group) if launch.node.described]
    return (group.nodes or 0) * min(each, default=0)


def _addresses(launch: Launch) -> int:
    """Return the addresses of one node; interfaces that cannot be read, or name a subnet themselves, count nothing."""
    items = [item for item in launch.node.interfaces if "SubnetId" not in item.data]
    return addresses.addresses_of([item.plain for item in items if item.plain is not None])


def _size(subnet: Value, world: World) -> int | Unknown | None:
    """Return the addresses of ``subnet``; None when it is not written here, or another pool gives it its range."""
    data = world.properties(subnet, SUBNET) or {}
    value = data.get("CidrBlock")
    if value is None:
        length = as_int(data.get("Ipv4NetmaskLength"))
        return None if length is None else addresses.subnet_size(length)
    if isinstance(value, Unknown):
        return value
    try:
        return addresses.subnet_size(IPv4Network(value, strict=False).prefixlen)
    except ValueError:
        return None


RULE = Rule(
    id="TRN124",
    title="The subnets of a group have an address for every interface of its nodes",
    level=Level.WARNING,
    why="EC2 launches nodes until the addresses are used up; in the layout efa a trn2.48xlarge takes 16.",
    source="Amazon VPC User Guide, subnet sizing",
    on="group",
    check=check,
    fix="use a larger subnet, or the layout efa-only: one address per node",
)
