"""What a subnet tells of itself."""

from __future__ import annotations

from functools import cached_property

from aws_cdk import Resource
from aws_cdk.interfaces.aws_ec2 import ISubnetRef
from constructs import Construct

__all__ = ["LIST_MARK", "ToldSubnet"]

LIST_MARK = "#{Token["
"""How CDK writes the only item of a list that is known at deployment: nobody knows which items it will have."""


class ToldSubnet:
    """A subnet; each fact of it costs a call to Node, so it is asked for once, and only when it matters."""

    def __init__(self, subnet: ISubnetRef) -> None:
        """Ask nothing yet."""
        self._subnet = subnet

    @cached_property
    def id(self) -> str:
        """Id of the subnet; it may be a token."""
        found: str = self._subnet.subnet_ref.subnet_id
        return found

    @cached_property
    def zone(self) -> str | None:
        """Name of its zone, None when it does not tell."""
        return self._told("availability_zone")

    @cached_property
    def zone_id(self) -> str | None:
        """Id of its zone, None when it does not tell."""
        return self._told("availability_zone_id")

    @cached_property
    def cidr(self) -> str | None:
        """Its IPv4 network, None when it does not tell."""
        return self._told("ipv4_cidr_block") or self._told("cidr_block")

    @cached_property
    def vpc_id(self) -> str | None:
        """Id of its VPC, None when neither it nor a VPC above it tells."""
        return self._told("vpc_id") or self._above() or self._told("subnet_vpc_id")

    @property
    def is_made_here(self) -> bool:
        """Whether the app makes it, rather than imports it."""
        return isinstance(self._subnet, Construct) and Resource.is_owned_resource(self._subnet)

    def _above(self) -> str | None:
        above = getattr(getattr(self._subnet, "node", None), "scope", None)
        found: str | None = getattr(above, "vpc_id", None)
        return found

    def _told(self, name: str) -> str | None:
        """Return an attribute that only some have; one imported without it raises, one of a late list is a list."""
        try:
            value: str | None = getattr(self._subnet, name, None)
        except RuntimeError:
            return None
        return None if value is not None and value.startswith(LIST_MARK) else value
