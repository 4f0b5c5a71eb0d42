"""The network of a cluster: one zone, private subnets, own or imported VPC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network
from typing import Annotated

from pydantic import AfterValidator, Field

from ..catalog import Catalog
from ..constraints.subnets import SMALLEST_VPC_PREFIX
from ..errors import Problem
from .base import Spec
from .late import is_late
from .problem import bad
from .text import SubnetId, VpcId, ZoneId, ZoneName

__all__ = ["ImportedVpcSpec", "NetworkSpec", "PlaceSpec", "ZoneSpec"]


def _cidr(value: str) -> str:
    try:
        network = IPv4Network(value)
    except ValueError as error:
        raise bad("TRN001", f"is no IPv4 network: {error}", allowed="such as 10.0.0.0/16") from None
    if not 16 <= network.prefixlen <= SMALLEST_VPC_PREFIX:
        raise bad("TRN001", "is no size for the VPC of a cluster", allowed=f"/16 to /{SMALLEST_VPC_PREFIX}")
    if str(network) != value:
        raise bad("TRN001", "is not written as address and prefix length", allowed=str(network))
    if network[0].packed[0] == 0 or _special(network):
        raise bad("TRN001", "is no network for hosts", allowed="private addresses, such as 10.0.0.0/16")
    return value


def _special(network: IPv4Network) -> bool:
    return network.is_loopback or network.is_link_local or network.is_multicast or network.is_reserved


class PlaceSpec(Spec):
    """A zone by its name, its id, or both."""

    zone: ZoneName | None = None
    """Name of the zone, as this account sees it. Default: - zone_id is given"""
    zone_id: ZoneId | None = None
    """Id of the zone, the same in every account. Default: - zone is given"""


class ZoneSpec(PlaceSpec):
    """One zone, by its name or by its id."""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with name and id together."""
        yield self._one()

    def _one(self) -> Iterator[Problem]:
        given = [name for name in ("zone", "zone_id") if getattr(self, name) is not None]
        if len(given) != 1:
            text, got = "a network has one zone: give its name or its id", ", ".join(given) or "neither"
            yield Problem("TRN603", text, got=got, allowed="one of zone, zone_id")


def _once(ids: list[str]) -> list[str]:
    again = sorted({one for one in ids if ids.count(one) > 1 and not is_late(one)})
    if again:
        raise bad("TRN009", f"names a subnet twice: {', '.join(again)}", allowed="each subnet once")
    return ids


class ImportedVpcSpec(Spec):
    """An existing VPC; nothing is looked up, and nothing but the nodes and their security group is put into it."""

    vpc_id: VpcId
    """Id of the VPC."""
    subnet_ids: Annotated[list[SubnetId], Field(min_length=1), AfterValidator(_once)]
    """Private subnets for the nodes, all in the cluster's zone. EFA crosses neither zones nor VPCs."""


class NetworkSpec(Spec):
    """A VPC of its own, unless one is imported."""

    imported: ImportedVpcSpec | None = None
    """Use an existing VPC. Default: - a VPC is made with the cluster"""
    cidr: Annotated[str, AfterValidator(_cidr)] = "10.0.0.0/16"
    """CIDR of the own VPC. Default: - 10.0.0.0/16"""
    nat: bool = True
    """Give the private subnets a way out through a NAT gateway. Default: - true"""
    endpoints: bool = True
    """Make the S3 gateway endpoint and the interface endpoints that nodes need. Default: - true"""
    flow_logs: bool = True
    """Log the VPC's traffic to CloudWatch Logs. Default: - true"""

    def checks(self, types: Catalog) -> Iterator[Iterable[Problem]]:
        """Yield what may be wrong with the network as a whole."""
        yield self._own_or_imported()

    def _own_or_imported(self) -> Iterator[Problem]:
        own = sorted(self.model_fields_set & {"cidr", "endpoints", "flow_logs", "nat"})
        if own and self.imported is not None:
            yield Problem("TRN610", f"{', '.join(own)} belong to an own VPC, not to an imported one", own[0])
