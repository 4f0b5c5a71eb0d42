"""Makes a purchased block, or an offering; what PurchaseCapacityBlock, scenarios and tests all call."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from moto.ec2.utils import random_id

from ..ec2.reservation import CapacityReservation
from .block import CapacityBlock, Offering

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["offer", "purchased"]


def purchased(
    state: RegionState,
    *,
    instance_type: str,
    zone: str,
    count: int,
    start: datetime,
    end: datetime,
    reservation_id: str | None = None,
    block_id: str | None = None,
    platform: str = "Linux/UNIX",
    ultraserver_type: str | None = None,
    status: str = "scheduled",
    tags: Mapping[str, str] | None = None,
) -> CapacityBlock:
    """Put a bought block into the account.

    Args:
        state: The region.
        instance_type: Type of its nodes.
        zone: Zone name.
        count: Nodes.
        start: Aware; in the past, the block is active at once.
        end: Aware.
        reservation_id: ``cr-…`` that launches name. Default: - a random one
        block_id: ``cb-…``. Default: - a random one
        platform: Default: - Linux/UNIX
        ultraserver_type: ``u-…`` when the nodes are one UltraServer. Default: - no UltraServer
        status: ``scheduled`` or ``payment-pending``. Default: - ``scheduled``
        tags: Tags of block and reservation. Default: - none
    """
    now = state.settings.clock.now()
    reservation = CapacityReservation(
        state,
        reservation_id or random_id("cr"),
        instance_type,
        zone,
        count,
        platform=platform,
        match="targeted",
        status=status,
        created=now,
        start=start,
        end=end,
        block_id=block_id or random_id("cb"),
        ebs_optimized=True,
    )
    block = CapacityBlock(
        state,
        str(reservation.block_id),
        reservation.id,
        zone,
        start,
        end,
        now,
        status=status,
        ultraserver_type=ultraserver_type,
    )
    state.reservations[reservation.id], state.blocks[block.id] = reservation, block
    state.ec2.create_tags([reservation.id, block.id], dict(tags or {}))
    return block


def offer(
    state: RegionState,
    *,
    instance_type: str,
    zone: str,
    count: int,
    start: datetime,
    end: datetime,
    fee: str,
    ultraserver_type: str | None = None,
    extends: str | None = None,
) -> Offering:
    """Put a block on offer; ``fee`` is the upfront fee in USD, as text."""
    text = f"{instance_type}/{zone}/{count}/{start}/{end}/{extends}"
    offering = Offering(
        "cb-0" + hashlib.sha256(text.encode()).hexdigest()[:16],
        instance_type,
        zone,
        count,
        start,
        end,
        fee,
        ultraserver_type=ultraserver_type,
        extends=extends,
    )
    state.offerings[offering.id] = offering
    return offering
