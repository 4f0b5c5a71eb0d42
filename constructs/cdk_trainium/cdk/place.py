"""Where nodes stand: subnets of one zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network

from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

from ..constraints.addresses import subnet_size
from ..constraints.zones import ZONE_OF_OTHER_REGION, region_of_zone, region_of_zone_id
from ..errors import Problem, PropsError
from ..spec import PlaceSpec, checked, is_late
from ..wording import counted
from .context import catalog_at, region_of
from .one_zone import LIST_MARK, one_zone, told

__all__ = ["Place", "one_subnet", "place_of", "places_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """The subnets of nodes and their zone; ``zone_id`` wins over ``zone``."""

    where: str
    """Construct path, for errors."""
    subnet_ids: tuple[str, ...]
    zone: str | None
    zone_id: str | None
    addresses: int | None
    """Addresses of the subnets together, None when one does not tell its CIDR."""

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
    scope: Construct, subnets: Sequence[ISubnetRef], zone: str | None = None, zone_id: str | None = None
) -> Place:
    """Return the place of ``subnets``; the zone is taken from them when none is given.

    Raises:
        PropsError: no subnet, subnets of two zones or of zones that cannot be proven to be one, a zone of another
            region than the stack's, or an id of a zone given as its name.
    """
    _check(scope, subnets, zone, zone_id)
    return _place(scope, subnets, zone, zone_id)


def places_of(
    scope: Construct, subnets: Sequence[ISubnetRef], zone: str | None = None, zone_id: str | None = None
) -> list[Place]:
    """Return the place of each of ``subnets``, which all lie in one zone.

    Raises:
        PropsError: as `place_of`.
    """
    _check(scope, subnets, zone, zone_id)
    return [_place(scope, [subnet], zone, zone_id) for subnet in subnets]


def _check(scope: Construct, subnets: Sequence[ISubnetRef], zone: str | None, zone_id: str | None) -> None:
    where: str = scope.node.path
    checked(where, PlaceSpec, {"zone": zone, "zone_id": zone_id})
    if not subnets:
        raise PropsError(where, [Problem("TRN003", "nodes need a subnet", "subnets")])
    one_zone(scope, subnets, zone, zone_id)
    _in_region(scope, subnets, zone, zone_id)


def _place(scope: Construct, subnets: Sequence[ISubnetRef], zone: str | None, zone_id: str | None) -> Place:
    zones = [found for subnet in subnets if (found := told(subnet, "availability_zone"))]
    return Place(
        where=scope.node.path,
        subnet_ids=_ids(scope.node.path, subnets),
        zone=zone or next(iter(zones), None),
        zone_id=zone_id or told(subnets[0], "availability_zone_id"),
        addresses=_addresses(subnets),
    )


def _ids(where: str, subnets: Sequence[ISubnetRef]) -> tuple[str, ...]:
    if len(subnets) == 1:
        return (subnets[0].subnet_ref.subnet_id,)
    return tuple(one_subnet(where, f"subnets[{at}]", subnet) for at, subnet in enumerate(subnets))


def one_subnet(where: str, prop: str, subnet: ISubnetRef) -> str:
    """Return the id of ``subnet`` where it cannot stand for a list that is known at deployment only.

    Raises:
        PropsError: such a list, as ``from_vpc_attributes`` makes of a parameter that holds ids.
    """
    found: str = subnet.subnet_ref.subnet_id
    if found.startswith(LIST_MARK):
        text, allowed = "is a list of unknown length", "one subnet, or such a list as the only item of subnets"
        raise PropsError(where, [Problem("TRN004", text, prop, found, allowed)])
    return found


def _in_region(scope: Construct, subnets: Sequence[ISubnetRef], zone: str | None, zone_id: str | None) -> None:
    region = region_of(scope)
    told_zone = next((found for subnet in subnets if (found := told(subnet, "availability_zone"))), None)
    given = {
        "zone": (zone, zone and region_of_zone(zone)),
        "zone_id": (zone_id, zone_id and region_of_zone_id(zone_id, catalog_at(scope))),
        "subnets": (told_zone, told_zone and region_of_zone(told_zone)),
    }
    problems = [
        Problem(ZONE_OF_OTHER_REGION, f"is a zone of {theirs}, not of {region}", prop, str(value), f"one of {region}")
        for prop, (value, theirs) in given.items()
        if region and theirs and theirs != region
    ]
    if problems:
        raise PropsError(scope.node.path, problems)


def _addresses(subnets: Sequence[ISubnetRef]) -> int | None:
    blocks = [told(subnet, "ipv4_cidr_block") or told(subnet, "cidr_block") for subnet in subnets]
    if not all(block and not is_late(block) for block in blocks):
        return None
    # Not strict: until a VPC is looked up, CDK gives its subnets the block 1.2.3.4/5.
    return sum(subnet_size(IPv4Network(str(block), strict=False).prefixlen) for block in blocks)
