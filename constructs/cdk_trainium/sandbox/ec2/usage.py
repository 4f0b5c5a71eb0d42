"""What the account uses: running nodes by purchase option, reserved ones once, interfaces, addresses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import offers

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["block_vcpus", "instances", "on_demand_vcpus", "spot_vcpus", "supplied"]

_GONE = ("terminated", "stopped", "stopping")


def instances(state: RegionState) -> Iterator[Any]:
    """Yield the region's instances that run or are about to."""
    for reservation in state.ec2.reservations.values():
        for instance in reservation.instances:
            if instance.state not in _GONE:
                yield instance


def on_demand_vcpus(state: RegionState, types: set[str]) -> int:
    """VCPUs on demand of ``types``: nodes that are neither spot nor of a block, and whole open ODCRs once."""
    running = sum(
        offers.vcpus(item.instance_type)
        for item in instances(state)
        if item.instance_type in types and not item.lifecycle and not item.capacity_reservation_id
    )
    reserved = sum(
        offers.vcpus(item.instance_type) * item.total
        for item in state.reservations.values()
        if item.instance_type in types and item.status == "active" and not item.block_id
    )
    return running + reserved


def spot_vcpus(state: RegionState, types: set[str]) -> int:
    """VCPUs of spot nodes of ``types``."""
    return sum(
        offers.vcpus(item.instance_type)
        for item in instances(state)
        if item.instance_type in types and item.lifecycle == "spot"
    )


def block_vcpus(state: RegionState, types: set[str]) -> int:
    """VCPUs of the Capacity Blocks of ``types`` that are active or will be."""
    return sum(
        offers.vcpus(item.instance_type) * item.total
        for item in state.reservations.values()
        if item.instance_type in types and item.block_id and item.open
    )


def supplied(state: RegionState, instance_type: str, zone: str) -> int:
    """Nodes that EC2 has given out on demand in the zone: running ones, and whole ODCRs once."""
    running = sum(
        1
        for item in instances(state)
        if item.instance_type == instance_type
        and item.placement.zone == zone
        and item.lifecycle != "capacity-block"
        and not item.capacity_reservation_id
    )
    reserved = sum(
        item.total
        for item in state.reservations.values()
        if item.instance_type == instance_type and item.zone == zone and item.status == "active" and not item.block_id
    )
    return running + reserved
