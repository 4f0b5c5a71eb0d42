"""A capacity reservation that a request names must exist."""

from __future__ import annotations

from ..refusal import Refusal, Rule

RULE = Rule(
    id="reservation-exists",
    title="An unknown capacity reservation is refused; cb-… names a block, not its reservation.",
    code="InvalidCapacityReservationId.NotFound",
    source="EC2 API error codes: InvalidCapacityReservationId.NotFound, .Malformed",
)
MALFORMED = Rule(
    id="reservation-id",
    title="An id that does not start with cr- is refused.",
    code="InvalidCapacityReservationId.Malformed",
    source="EC2 API error codes: InvalidCapacityReservationId.Malformed",
)


def refusal(reservation_id: str) -> Refusal:
    """Return the refusal for the id of a reservation that is not there."""
    if not reservation_id.startswith("cr-"):
        return MALFORMED.refuse(f'Invalid id: "{reservation_id}"')
    return RULE.refuse(f"The capacity reservation '{reservation_id}' does not exist")
