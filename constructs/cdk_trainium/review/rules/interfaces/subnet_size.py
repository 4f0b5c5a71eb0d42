"""Subnets that are too small for their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Network
from typing import Any

from ....constraints import addresses
from ....findings import Level
from ....template import Unknown, Value
from ....wording import counted
from ...model import Group, World
from ...model.address_need import Need, need_of
from ...model.values import as_int, same_resource, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell

_SMALLEST = addresses.subnet_size(addresses.SMALLEST_PREFIX)


def check(group: Group, context: Context) -> Iterator[Hit | Skip]:
    """Hold the addresses of all groups that share a subnet with this one against the size of their subnets."""
    world, ids, own = context.world, _ids(group), need_of(group, context.world)
    if not ids or not own.each:
        return
    if not any(map(world.find, ids.values())):
        yield Skip("how large a subnet is that no template holds is not told; trnctl preflight looks")
        return
    sharing = world.sharing(group)
    subnets = {key: item for one in sharing for key, item in _ids(one).items()}
    sizes = [_size(item, world) for item in subnets.values()]
    if None not in sizes:
        needs = [own if one is group else need_of(one, world) for one in sharing]
        yield from _judged(group, subnets, needs, sizes)


def _judged(
    group: Group, subnets: dict[Any, Value], needs: Sequence[Need], sizes: Sequence[int | Unknown | None]
) -> Iterator[Hit]:
    need, have = sum(item.least for item in needs), sum(size for size in sizes if isinstance(size, int))
    hidden = next((size for size in sizes if isinstance(size, Unknown)), None)
    more = next((item.hidden for item in needs if item.hidden is not None), None)
    at_least = have + sum(_SMALLEST for size in sizes if isinstance(size, Unknown))
    if hidden is None and need > have:
        text = f"{_names(subnets)} has {counted(have, 'address', 'addresses')} for interfaces, the nodes take {need}"
        yield Hit(text, group.subnets_path, evidence={"have": have, "need": need})
    elif more is not None:
        yield cannot_tell(f"how many addresses of {_names(subnets)} the nodes take", more, group.subnets_path)
    elif hidden is not None and need > at_least:
        what = f"whether {_names(subnets)} has {counted(need, 'address', 'addresses')}"
        yield cannot_tell(what, hidden, group.subnets_path)


def _ids(group: Group) -> dict[Any, Value]:
    return {same_resource(item): item for item in group.subnets}


def _names(subnets: dict[Any, Value]) -> str:
    return " and ".join(map(shown, subnets.values()))


def _size(subnet: Value, world: World) -> int | Unknown | None:
    """Return the addresses of ``subnet``; None when it has no range of IPv4."""
    data = world.properties(subnet, SUBNET)
    if data is None:
        return Unknown(f"the size of subnet {shown(subnet)} is not written here")
    value, length = data.get("CidrBlock"), data.get("Ipv4NetmaskLength")
    if value is None and length is None:
        by_pool = data.get("Ipv4IpamPoolId")
        return None if by_pool is None else Unknown(f"the pool {shown(by_pool)} gives {shown(subnet)} its range")
    return _read(length if value is None else value, f"{shown(subnet)} has no range that can be read")


def _read(value: Value, otherwise: str) -> int | Unknown:
    """Return the addresses of a range, or of one of so many bits."""
    if isinstance(value, Unknown):
        return value
    try:
        bits = as_int(value)
        return addresses.subnet_size(IPv4Network(value, strict=False).prefixlen if bits is None else bits)
    except (ValueError, TypeError):
        return Unknown(otherwise)


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
