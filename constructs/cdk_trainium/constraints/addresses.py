"""How many addresses and address units nodes take, and what a subnet holds."""

from __future__ import annotations

from collections.abc import Sequence

from .layout import Interface

__all__ = ["PREFIX_ADDRESSES", "RESERVED", "SMALLEST_PREFIX", "addresses_of", "subnet_prefix", "subnet_size"]

RESERVED = 5
"""Addresses of every subnet that AWS keeps. Source: Amazon VPC User Guide, subnet CIDR blocks."""
SMALLEST_PREFIX, LARGEST_PREFIX = 28, 16
PREFIX_ADDRESSES = 16
"""Addresses of an IPv4 prefix that an interface gets, a /28. Source: EC2 User Guide, prefix delegation."""


def addresses_of(interfaces: Sequence[Interface]) -> int:
    """Return the IPv4 addresses that one node with ``interfaces`` takes of its subnet; an efa-only interface none."""
    return sum(1 for one in interfaces if one.has_address)


def subnet_size(prefix: int) -> int:
    """Return the addresses that a subnet of ``prefix`` bits has for interfaces."""
    return int(2 ** (32 - prefix)) - RESERVED


def subnet_prefix(addresses: int) -> int | None:
    """Return the longest prefix whose subnet holds ``addresses``, None when not even a /16 does."""
    for prefix in range(SMALLEST_PREFIX, LARGEST_PREFIX - 1, -1):
        if subnet_size(prefix) >= addresses:
            return prefix
    return None
