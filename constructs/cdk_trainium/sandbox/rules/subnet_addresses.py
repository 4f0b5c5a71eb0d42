"""Addresses: the subnet's free ones, the VPC's address units, the region's interfaces."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch
    from ..state import RegionState

RULE = Rule(
    id="subnet-addresses",
    title="More addressed interfaces than the subnet has free addresses are refused; efa-only takes none.",
    code="InsufficientFreeAddressesInSubnet",
    source="EC2 API error codes: InsufficientFreeAddressesInSubnet",
)
UNITS = Rule(
    id="network-address-usage",
    title="More interfaces than the VPC's Network Address Usage holds are refused.",
    code="NetworkAddressUsageLimitExceeded",
    source="Amazon VPC User Guide, Network Address Usage",
)
INTERFACES = Rule(
    id="network-interfaces",
    title="More network interfaces than the region's quota are refused.",
    code="NetworkInterfaceLimitExceeded",
    source="EC2 API error codes: NetworkInterfaceLimitExceeded",
)
UNITS_QUOTA, INTERFACES_QUOTA = "L-BB24F6E5", "L-DF5E4CA3"


def check(launch: Launch, count: int) -> None:
    """Refuse ``count`` nodes whose interfaces do not fit."""
    from ..ec2 import addresses
    from ..quotas import values

    state, per_node = launch.state, max(1, len(launch.interfaces))
    for subnet_id, wanted in _wanted(launch, count).items():
        if addresses.free(state, subnet_id) < wanted:
            raise RULE.refuse(
                f"There are not enough free addresses in subnet '{subnet_id}' "
                "to satisfy the requested number of instances."
            )
    limit = values.limit(state, "vpc", UNITS_QUOTA)
    if limit is not None and addresses.units(state, _vpc(state, launch)) + per_node * count > limit:
        raise UNITS.refuse(f"You have reached the Network Address Usage limit of {limit:.0f} for the VPC.")
    limit = values.limit(state, "vpc", INTERFACES_QUOTA)
    if limit is not None and len(state.ec2.enis) + per_node * count > limit:
        raise INTERFACES.refuse(f"You have reached the limit of {limit:.0f} network interfaces.")


def _wanted(launch: Launch, count: int) -> Counter[str]:
    wanted: Counter[str] = Counter()
    subnet_id = launch.subnet_id
    for item in launch.interfaces:
        if item.addressed and not item.existing_id:
            wanted[item.subnet_id or subnet_id or ""] += count
    if not launch.interfaces:
        wanted[subnet_id or ""] += count
    wanted.pop("", None)
    return wanted


def _vpc(state: RegionState, launch: Launch) -> str | None:
    subnet_id = launch.subnet_id
    return state.ec2.get_subnet(subnet_id).vpc_id if subnet_id else None
