"""Subnets that do not fit into their VPC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Network
from itertools import pairwise
from typing import NamedTuple

from ....findings import Level
from ....template import Resource, Value
from ...model import World
from ...model.values import same_resource
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_SUBNET, _FURTHER = "AWS::EC2::Subnet", "AWS::EC2::VPCCidrBlock"
_PATH: Path = ("Properties", "CidrBlock")
_SHORTEST, _LONGEST = 16, 28


class _Seat(NamedTuple):
    range: IPv4Network
    resource: Resource


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Judge the ranges that are written out, of subnets in the template of their VPC."""
    seats = sorted(_seats(subject.resource, context.world), key=lambda seat: (seat.range, seat.resource.id))
    whole = _network(subject.branch.properties.get("CidrBlock"))
    for seat in seats:
        if not _SHORTEST <= seat.range.prefixlen <= _LONGEST:
            text = f"a subnet has no range of /{seat.range.prefixlen}; allowed: /{_SHORTEST} to /{_LONGEST}"
            yield Hit(text, _PATH, resource=seat.resource)
        elif whole is not None and not seat.range.subnet_of(whole) and not _may_grow(subject.resource, context.world):
            yield _outside(seat, whole, subject.resource, context.world)
    yield from _shared(seats)


def _outside(seat: _Seat, whole: IPv4Network, vpc: Resource, world: World) -> Hit:
    """Report a subnet; somebody else's code that is handed the id of the VPC may give it a further range."""
    text = f"the subnet {seat.range} is outside of its VPC {whole}"
    other = next(world.handed.of((vpc.template.key, vpc.id)), None)
    if other is not None:
        text += f", unless {other.resource.id}, which is handed its id, gives it a range"
    return Hit(text, _PATH, resource=seat.resource, level=None if other is None else Level.UNKNOWN)


def _shared(seats: Sequence[_Seat]) -> Iterator[Hit]:
    """Report subnets that begin inside of another one; ``seats`` are sorted by their ranges."""
    for before, after in pairwise(seats):
        if before.range.overlaps(after.range):
            text = f"the subnet {after.range} shares addresses with {before.resource.id}, which is {before.range}"
            yield Hit(text, _PATH, resource=after.resource)


def _seats(vpc: Resource, world: World) -> Iterator[_Seat]:
    for resource in vpc.template.by_type.get(_SUBNET, ()):
        branch = world.branch(resource)
        if branch is not None and same_resource(branch.properties.get("VpcId")) == (vpc.template.key, vpc.id):
            network = _network(branch.properties.get("CidrBlock"))
            if network is not None:
                yield _Seat(network, resource)


def _network(cidr: Value) -> IPv4Network | None:
    """Return the range that EC2 takes ``cidr`` for: it leaves out the bits behind the prefix."""
    try:
        return IPv4Network(cidr, strict=False) if isinstance(cidr, str) and "/" in cidr else None
    except ValueError:
        return None


def _may_grow(vpc: Resource, world: World) -> bool:
    """Return whether a template of the review may give the VPC further ranges."""
    return vpc.template.has_macros or any(_FURTHER in template.by_type for template in world.templates)


RULE = Rule(
    id="TRN131",
    title="Subnets lie in their VPC, and not in one another",
    level=Level.ERROR,
    why="EC2 refuses the subnet, and the stack rolls back.",
    source="Amazon VPC User Guide, subnet sizing; EC2 API errors InvalidSubnet.Range and InvalidSubnet.Conflict",
    on="AWS::EC2::VPC",
    check=check,
    fix="give each subnet a range of its own within that of the VPC",
)
