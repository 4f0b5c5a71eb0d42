"""A block that a request names must exist."""

from __future__ import annotations

from ..refusal import Refusal, Rule

RULE = Rule(
    id="block-exists",
    title="An unknown Capacity Block is refused; cr-… names its reservation, not the block.",
    code="InvalidCapacityBlockId.NotFound",
    source="No source publishes the code; modelled on InvalidCapacityReservationId.NotFound",
    sourced=False,
)


def refusal(block_id: str) -> Refusal:
    """Return the refusal for the id of a block that is not there."""
    return RULE.refuse(f"The Capacity Block '{block_id}' does not exist")
