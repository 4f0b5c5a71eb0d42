"""Nodes and reservations that were there before the test began: no rule is asked, nothing is counted against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from moto.ec2.utils import random_id

from .ec2.launch import Launch
from .ec2.nodes import create
from .ec2.placing import Place
from .ec2.reservation import CapacityReservation
from .images.public import public_images

if TYPE_CHECKING:
    from .state import RegionState

__all__ = ["existing_nodes", "existing_reservation"]


def existing_nodes(
    state: RegionState, *, instance_type: str, zone: str, count: int, lifecycle: str | None = None
) -> list[str]:
    """Let ``count`` nodes run in the zone's default subnet; return their ids."""
    image = next(iter(public_images(state.region_name))).id
    subnet = state.ec2.get_default_subnets()[zone].id
    launch = Launch(state, {"ImageId": image, "InstanceType": instance_type, "SubnetId": subnet}, count, count)
    return [instance.id for instance in create(launch, [Place(lifecycle, None)] * count).instances]


def existing_reservation(
    state: RegionState,
    *,
    instance_type: str,
    zone: str,
    count: int,
    reservation_id: str | None = None,
    match: str = "targeted",
    platform: str = "Linux/UNIX",
) -> str:
    """Put an active ODCR into the account; return its id."""
    now = state.settings.clock.now()
    reservation = CapacityReservation(
        state,
        reservation_id or random_id("cr"),
        instance_type,
        zone,
        count,
        platform=platform,
        match=match,
        created=now,
        start=now,
    )
    state.reservations[reservation.id] = reservation
    return reservation.id
