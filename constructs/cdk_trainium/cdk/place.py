"""Where nodes stand: subnets of one zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network

from aws_cdk import aws_ec2 as ec2
from aws_cdk.interfaces.aws_ec2 import ISubnetRef

from ..constraints.addresses import subnet_size
from ..constraints.zones import ZONE_OF_OTHER_REGION, region_of_zone, region_of_zone_id
from ..errors import Problem, PropsError
from ..spec import PlaceSpec, checked, is_late
from ..wording import counted
from .context import Surroundings
from .one_vpc import one_vpc
from .one_zone import one_zone
from .told_subnet import LIST_MARK, ToldSubnet

__all__ = ["Place", "one_subnet", "place_of", "places_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """The subnets of nodes and their zone; ``zone_id`` wins over ``zone``."""

    around: Surroundings
    """Where the construct stands whose nodes these are."""
    subnet_ids: tuple[str, ...]
    zone: str | None
    zone_id: str | None
    addresses: int | None
    """Addresses of the subnets together, None when one does not tell its CIDR."""

    @property
    def where(self) -> str:
        """Construct path, for errors."""
        return self.around.path

    def need_zone(self, why: str) -> None:
        """Refuse a place whose zone is unknown.

        Raises:
            PropsError: neither name nor id.
        """
        if self.zone is None and self.zone_id is None:
            hint = "give zone or zone_id; a subnet imported by its id alone does not tell"
            raise PropsError(self.where, [Problem("TRN603", why, "zone", hint=hint)])

    def need_addresses(self, need: int) -> None:
        """Refuse a group that its subnets cannot hold.

        Raises:
            PropsError: ``need`` is more than the subnets have.
        """
        if self.addresses is not None and need > self.addresses:
            text = f"one group needs {counted(need, 'address', 'addresses')}, more than its subnet holds"
            hint = "a larger subnet, smaller groups, layout efa-only, or design_only"
            got, allowed = counted(need, "address", "addresses"), f"at most {self.addresses}"
            raise PropsError(self.where, [Problem("TRN330", text, "node_count", got, allowed, hint)])


def place_of(
    around: Surroundings,
    vpc: ec2.IVpc,
    subnets: Sequence[ISubnetRef],
    zone: str | None = None,
    zone_id: str | None = None,
) -> Place:
    """Return the place of ``subnets``; the zone is taken from them when none is given.

    Raises:
        PropsError: no subnet, subnets of another VPC than ``vpc``, of two zones or of zones that cannot be proven to
            be one, a zone of another region than the stack's, or an id of a zone given as its name.
    """
    told = around.told(subnets)
    _check(around, vpc, told, zone, zone_id)
    return _place(around, told, zone, zone_id)


def places_of(
    around: Surroundings,
    vpc: ec2.IVpc,
    subnets: Sequence[ISubnetRef],
    zone: str | None = None,
    zone_id: str | None = None,
) -> list[Place]:
    """Return the place of each of ``subnets``, which all lie in one zone.

    Raises:
        PropsError: as `place_of`.
    """
    told = around.told(subnets)
    _check(around, vpc, told, zone, zone_id)
    return [_place(around, [subnet], zone, zone_id) for subnet in told]


def _check(
    around: Surroundings, vpc: ec2.IVpc, subnets: Sequence[ToldSubnet], zone: str | None, zone_id: str | None
) -> None:
    checked(around.path, PlaceSpec, {"zone": zone, "zone_id": zone_id})
    if not subnets:
        raise PropsError(around.path, [Problem("TRN003", "nodes need a subnet", "subnets")])
    one_vpc(around.path, vpc, subnets)
    one_zone(around, subnets, zone, zone_id)
    _in_region(around, subnets, zone, zone_id)


def _place(around: Surroundings, subnets: Sequence[ToldSubnet], zone: str | None, zone_id: str | None) -> Place:
    return Place(
        around=around,
        subnet_ids=_ids(around.path, subnets),
        zone=zone or _told_zone(subnets),
        zone_id=zone_id or subnets[0].zone_id,
        addresses=_addresses(subnets),
    )


def _told_zone(subnets: Sequence[ToldSubnet]) -> str | None:
    return next((subnet.zone for subnet in subnets if subnet.zone), None)


def _ids(where: str, subnets: Sequence[ToldSubnet]) -> tuple[str, ...]:
    if len(subnets) == 1:
        return (subnets[0].id,)
    return tuple(one_subnet(where, f"subnets[{at}]", subnet) for at, subnet in enumerate(subnets))


def one_subnet(where: str, prop: str, subnet: ToldSubnet) -> str:
    """Return the id of ``subnet`` where it cannot stand for a list that is known at deployment only.

    Raises:
        PropsError: such a list, as ``from_vpc_attributes`` makes of a parameter that holds ids.
    """
    if subnet.id.startswith(LIST_MARK):
        text, allowed = "is a list of unknown length", "one subnet, or such a list as the only item of subnets"
        raise PropsError(where, [Problem("TRN004", text, prop, subnet.id, allowed)])
    return subnet.id


def _in_region(around: Surroundings, subnets: Sequence[ToldSubnet], zone: str | None, zone_id: str | None) -> None:
    region, told_zone = around.region, _told_zone(subnets)
    given = {
        "zone": (zone, zone and region_of_zone(zone)),
        "zone_id": (zone_id, zone_id and region_of_zone_id(zone_id, around.types)),
        "subnets": (told_zone, told_zone and region_of_zone(told_zone)),
    }
    problems = [
        Problem(ZONE_OF_OTHER_REGION, f"is a zone of {theirs}, not of {region}", prop, str(value), f"one of {region}")
        for prop, (value, theirs) in given.items()
        if region and theirs and theirs != region
    ]
    if problems:
        raise PropsError(around.path, problems)


def _addresses(subnets: Sequence[ToldSubnet]) -> int | None:
    blocks = [subnet.cidr for subnet in subnets]
    if not all(block and not is_late(block) for block in blocks):
        return None
    # Not strict: until a VPC is looked up, CDK gives its subnets the block 1.2.3.4/5.
    return sum(subnet_size(IPv4Network(str(block), strict=False).prefixlen) for block in blocks)
