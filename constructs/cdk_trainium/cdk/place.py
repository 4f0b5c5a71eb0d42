"""Where nodes stand: subnets of one zone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aws_cdk import Token
from aws_cdk.interfaces.aws_ec2 import ISubnetRef

from ..errors import Problem, PropsError
from ..spec import PlaceSpec, checked

__all__ = ["Place", "place_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """The subnets of nodes and their zone; ``zone_id`` wins over ``zone``."""

    subnet_ids: tuple[str, ...]
    zone: str | None
    zone_id: str | None


def place_of(where: str, subnets: Sequence[ISubnetRef], zone: str | None = None, zone_id: str | None = None) -> Place:
    """Return the place of ``subnets``; the zone is taken from them when none is given.

    Raises:
        PropsError: no subnet, subnets of two zones, or an id of a zone given as its name.
    """
    checked(where, PlaceSpec, {"zone": zone, "zone_id": zone_id})
    zones = {name for subnet in subnets if (name := _zone_of(subnet))}
    known = sorted(name for name in {*zones, zone or ""} if name and not Token.is_unresolved(name))
    if not subnets:
        raise PropsError(where, [Problem("TRN003", "nodes need a subnet", "subnets")])
    if len(known) > 1:
        text = "the subnets lie in several zones: a cluster placement group, a block and EFA know one"
        raise PropsError(where, [Problem("TRN401", text, "subnets", ", ".join(known), "subnets of one zone")])
    found = zone or next(iter(sorted(zones)), None)
    ids = tuple(subnet.subnet_ref.subnet_id for subnet in subnets)
    return Place(ids, found, zone_id or getattr(subnets[0], "availability_zone_id", None))


def _zone_of(subnet: ISubnetRef) -> str | None:
    """Return the zone; a subnet imported by its id alone raises where others tell it."""
    try:
        zone: str | None = getattr(subnet, "availability_zone", None)
    except RuntimeError:
        return None
    return zone
