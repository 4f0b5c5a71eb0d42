"""An offering is bought by the id under which it was shown, while it is still there."""

from __future__ import annotations

from datetime import datetime

from ..blocks.block import Offering
from ..refusal import Rule

NOT_FOUND = Rule(
    id="offering-exists",
    title="An offering that was never shown to the account is refused.",
    code="InvalidCapacityBlockOfferingIdNotFound",
    source="EC2 API error codes: InvalidCapacityBlockOfferingIdNotFound",
)
EXPIRED = Rule(
    id="offering-expired",
    title="An offering whose time has begun, or that was bought, is refused.",
    code="InvalidCapacityBlockOfferingIdExpired",
    source="EC2 API error codes: InvalidCapacityBlockOfferingIdExpired",
)
MALFORMED = Rule(
    id="offering-id",
    title="An id that is none of an offering is refused.",
    code="InvalidCapacityBlockOfferingIdMalformed",
    source="EC2 API error codes: InvalidCapacityBlockOfferingIdMalformed",
)


def found(offerings: dict[str, Offering], offering_id: str, now: datetime) -> Offering:
    """Return the offering, or refuse."""
    if not offering_id.startswith("cb-"):
        raise MALFORMED.refuse(f"The Capacity Block offering ID '{offering_id}' is malformed.")
    offering = offerings.get(offering_id)
    if offering is None:
        raise NOT_FOUND.refuse(f"The Capacity Block offering ID '{offering_id}' cannot be found for this account.")
    if offering.end <= now:
        raise EXPIRED.refuse(f"The Capacity Block offering ID '{offering_id}' is no longer available.")
    return offering
