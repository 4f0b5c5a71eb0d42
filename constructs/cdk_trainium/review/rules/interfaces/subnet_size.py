"""Subnets that are too small for their nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Network
from typing import Any

from ....constraints import addresses
from ....findings import Level
from ....template import Unknown, Value
from ....wording import counted
from ...model import Group, World
from ...model.address_need import need_of
from ...model.values import as_int, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell

_SMALLEST = addresses.subnet_size(addresses.SMALLEST_PREFIX)
_ONE_EACH = "use a larger subnet, or fewer nodes"


def check(group: Group, context: Context) -> Iterator[Hit | Skip]:
    """Hold the addresses of all groups that share a subnet with this one against the size of their subnets.

    Those that name no other subnets than this one, itself too, have to fit into its own.
    """
    world, ids = context.world, context.world.subnets_of(group)
    if not ids or not need_of(group, world).each or not _is_asked(group, world):
        return
    if not any(map(world.find, ids.values())):
        yield Skip("how large a subnet is that no template holds is not told; trnctl preflight looks")
        return
    sharing = [(one, world.subnets_of(one)) for one in world.sharing(group)]
    subnets = {key: item for _, named in sharing for key, item in named.items()}
    hits = [_judged([one for one, _ in sharing], subnets, world)]
    if len(subnets) > len(ids):
        hits.append(_judged([one for one, named in sharing if named.keys() <= ids.keys()], ids, world))
    found = [hit for hit in hits if hit is not None]
    yield from (hit._replace(path=group.subnets_path) for hit in sorted(found, key=_is_doubt)[:1])


def _is_asked(group: Group, world: World) -> bool:
    """Return whether the group is one to judge; what launches neither accelerators nor EFAs counts beside it only."""
    launches = world.launches_of(group)
    return any(launch.may_be_accelerated or launch.node.interfaces for launch in launches)


def _is_doubt(hit: Hit) -> bool:
    return hit.level is Level.UNKNOWN


def _judged(groups: Sequence[Group], subnets: Mapping[Any, Value], world: World) -> Hit | None:
    """Return what is wrong with ``groups`` in ``subnets``, where each of these has a range of IPv4."""
    sizes, needs = [_size(item, world) for item in subnets.values()], [need_of(one, world) for one in groups]
    if None in sizes:
        return None
    need, have = sum(item.least for item in needs), sum(size for size in sizes if isinstance(size, int))
    hidden = next((size for size in sizes if isinstance(size, Unknown)), None)
    more = next((item.hidden for item in needs if item.hidden is not None), None)
    at_least = have + sum(_SMALLEST for size in sizes if isinstance(size, Unknown))
    if hidden is None and need > have:
        text = f"{_names(subnets)} has {counted(have, 'address', 'addresses')} for interfaces, the nodes take {need}"
        several = any(item.each > 1 for item in needs)
        return Hit(text, hint="" if several else _ONE_EACH, evidence={"have": have, "need": need})
    if more is not None:
        return cannot_tell(f"how many addresses of {_names(subnets)} the nodes take", more)
    if hidden is not None and need > at_least:
        return cannot_tell(f"whether {_names(subnets)} has {counted(need, 'address', 'addresses')}", hidden)
    return None


def _names(subnets: Mapping[Any, Value]) -> str:
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
        return addresses.subnet_size(IPv4Network(str(value), strict=False).prefixlen if bits is None else bits)
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
