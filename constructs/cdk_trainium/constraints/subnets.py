"""How a VPC of our own is cut: the nodes get half of it, so that a group can grow without a new subnet."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network
from itertools import islice
from typing import NamedTuple

from .addresses import subnet_size

__all__ = ["SMALLEST_VPC_PREFIX", "SubnetPlan", "seats_of", "subnet_plan"]

SMALLEST_VPC_PREFIX = 25
"""The smallest VPC that holds the three subnets of a `SubnetPlan`."""
_DESIGN_PREFIX = 16


class SubnetPlan(NamedTuple):
    """The subnets of a VPC; a subnet cannot be resized, so none depends on the number of nodes."""

    public: str
    """For the NAT gateway: 16 addresses."""
    services: str
    """For interface endpoints: 32 addresses."""
    nodes: str
    """The upper half of the VPC, private."""

    @property
    def node_addresses(self) -> int:
        """Addresses for the interfaces of nodes."""
        return subnet_size(IPv4Network(self.nodes).prefixlen)


def subnet_plan(cidr: str) -> SubnetPlan:
    """Return the subnets of the VPC ``cidr``, which is /25 or larger."""
    vpc = IPv4Network(cidr)
    lower, upper = vpc.subnets(prefixlen_diff=1)
    public = next(lower.subnets(new_prefix=28))
    _, services = islice(lower.subnets(new_prefix=27), 2)
    return SubnetPlan(str(public), str(services), str(upper))


def seats_of(cidr: str, needs: Sequence[int]) -> tuple[list[str], list[int]]:
    """Seat groups in subnets of the VPC ``cidr``: CIDRs of the node subnets, and for each group the index of its one.

    A plan that fits has one node subnet. A design gets as many /16 behind the VPC's own as it takes; what not even
    a /16 holds gets one for itself, overfull.

    Args:
        cidr: CIDR of the VPC.
        needs: addresses that each group takes.
    """
    subnets, free = [subnet_plan(cidr).nodes], [subnet_plan(cidr).node_addresses]
    seats: list[int] = []
    for need in needs:
        seat = next((at for at, left in enumerate(free) if left >= need), None)
        if seat is None:
            seat = len(subnets)
            subnets.append(_further(cidr, seat))
            free.append(subnet_size(_DESIGN_PREFIX))
        free[seat] -= need
        seats.append(seat)
    return subnets, seats


def _further(cidr: str, index: int) -> str:
    block = IPv4Network(cidr).supernet(new_prefix=_DESIGN_PREFIX)
    start = (int(block.network_address) + index * block.num_addresses) % 2**32
    return str(IPv4Network((start, _DESIGN_PREFIX)))
