"""Counts addresses and interfaces without walking all of moto's for every node."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["RESERVED", "free", "units"]

RESERVED = 5
"""Addresses of each subnet that AWS keeps."""


def free(state: RegionState, subnet_id: str) -> int:
    """Return the subnet's free IPv4 addresses."""
    subnet = state.ec2.get_subnet(subnet_id)
    used = sum(len(eni.private_ip_addresses) for eni in state.ec2.enis.values() if eni.subnet is subnet)
    return int(subnet.cidr.num_addresses) - RESERVED - used


def units(state: RegionState, vpc_id: str | None) -> int:
    """Return the VPC's Network Address Usage: one unit for each interface."""
    return sum(1 for eni in state.ec2.enis.values() if eni.subnet.vpc_id == vpc_id)
