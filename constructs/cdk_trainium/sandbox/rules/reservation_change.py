"""What can be changed of a reservation: an active ODCR, not below what is used; a Capacity Block never."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.reservation import CapacityReservation

STATE = Rule(
    id="reservation-state",
    title="A reservation that is not active can be neither changed nor cancelled.",
    code="InvalidCapacityReservationState",
    source="EC2 User Guide: modify and cancel active reservations; no source publishes the code",
    sourced=False,
)
BLOCK = Rule(
    id="block-change",
    title="A Capacity Block cannot be cancelled, changed, moved or split.",
    code="OperationNotPermitted",
    source="EC2 User Guide, Capacity Blocks: no cancel, modify, move or split; no source publishes the code",
    sourced=False,
)
COUNT = Rule(
    id="reservation-count",
    title="A reservation cannot be made smaller than its used capacity.",
    code="InvalidParameterValue",
    source="EC2 User Guide, modify an active Capacity Reservation",
)


def check(reservation: CapacityReservation, count: int) -> None:
    """Refuse a change to ``count`` nodes."""
    if reservation.block_id:
        raise BLOCK.refuse(f"The capacity reservation '{reservation.id}' is a Capacity Block and cannot be changed.")
    if reservation.status != "active":
        raise STATE.refuse(f"The capacity reservation '{reservation.id}' is in state '{reservation.status}'.")
    if not max(1, len(reservation.used)) <= count <= 1000:
        raise COUNT.refuse(f"Value ({count}) for parameter instanceCount is invalid.")
