"""A reservation takes nodes of its own type, zone and platform, while it is active, as many as are free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Refusal, Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch
    from ..ec2.reservation import CapacityReservation

RULE = Rule(
    id="reservation-fit",
    title="A node of another type, zone or platform, and more nodes than are free, are refused by the reservation.",
    code="ReservationCapacityExceeded",
    source="EC2 API error codes: ReservationCapacityExceeded; '… sufficient compatible and available capacity …'",
)
NOT_YET = Rule(
    id="block-not-active",
    title="A launch into a block before it starts is refused.",
    code="InvalidCapacityReservationState.PendingActivation",
    source="EC2 API error codes: 'Your Capacity Block is not active yet'",
)
OVER = Rule(
    id="block-ending",
    title="A launch into a block that is being reclaimed or is over is refused.",
    code="InvalidLaunchTargets",
    source="EC2 User Guide: no launch from 30 minutes before the end (60 for UltraServers); the code is a stand-in",
    sourced=False,
)


def check(launch: Launch, reservation: CapacityReservation, count: int) -> None:
    """Refuse ``count`` nodes that do not fit ``reservation``."""
    check_time(launch, reservation)
    if not matches(launch, reservation) or reservation.free < count:
        raise exceeded()


def exceeded() -> Refusal:
    """Return the refusal for nodes that no reservation takes."""
    return RULE.refuse(
        "The requested reservation does not have sufficient compatible and available capacity for this request."
    )


def check_time(launch: Launch, reservation: CapacityReservation) -> None:
    """Refuse a launch before the block starts, while it is reclaimed, and after it."""
    if not reservation.block_id:
        return
    if reservation.status in ("scheduled", "payment-pending", "pending"):
        raise NOT_YET.refuse("Your Capacity Block is not active yet.")
    block = launch.state.blocks[reservation.block_id]
    if reservation.status != "active" or launch.state.settings.clock.now() >= block.reclaim:
        raise OVER.refuse(
            "One or more specified targets are invalid. Verify the capacity for the Capacity Reservation selected"
            " or verify the ID."
        )


def in_time(launch: Launch, reservation: CapacityReservation) -> bool:
    """Whether `check_time` lets the launch pass."""
    try:
        check_time(launch, reservation)
    except Refusal:
        return False
    return True


def matches(launch: Launch, reservation: CapacityReservation) -> bool:
    """Whether type, zone (by id, through this account's names), platform and placement group agree."""
    from ..ec2.platform import platform_of

    return (
        launch.instance_type == reservation.instance_type
        and launch.zone == reservation.zone
        and platform_of(launch.state, launch.data.get("ImageId") or "") == reservation.platform
        and _near(launch, reservation)
    )


def _near(launch: Launch, reservation: CapacityReservation) -> bool:
    """Whether the placement groups agree.

    A launch that names the reservation and no group runs in it, and is not attached to its group.
    """
    from ..ec2.placement_groups import find

    if reservation.placement_group_arn is None:
        return True
    if not launch.group_name:
        return bool(launch.targets or launch.target_group)
    return find(launch.state, launch.group_name).arn == reservation.placement_group_arn
