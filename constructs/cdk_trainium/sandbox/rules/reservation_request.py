"""What CreateCapacityReservation needs: a zone, a known type there, a platform, 1 to 1,000 instances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

MISSING = Rule(
    id="reservation-zone-missing",
    title="A reservation without a zone is refused.",
    code="MissingParameter",
    source="EC2 API, CreateCapacityReservation: AvailabilityZone or AvailabilityZoneId",
)
RULE = Rule(
    id="reservation-request",
    title="A zone outside the region and a count outside 1 to 1,000 are refused.",
    code="InvalidParameterValue",
    source="EC2 API, CreateCapacityReservation: InstanceCount 1 - 1000",
)
TYPE = Rule(
    id="reservation-type-in-zone",
    title="A type that the zone does not offer cannot be reserved there.",
    code="Unsupported",
    source="EC2 API error codes: Unsupported (instance type in this Availability Zone)",
)
MAX_COUNT = 1000


def check(state: RegionState, instance_type: str, zone: str | None, count: int) -> str:
    """Refuse a request that no reservation can be made of; return the zone's name."""
    from ..ec2 import offers

    if not zone:
        raise MISSING.refuse("The request must contain the parameter availabilityZone or availabilityZoneId")
    if zone not in offers.zone_names(state):
        raise RULE.refuse(f"Invalid availability zone: [{zone}]")
    if not 1 <= count <= MAX_COUNT:
        raise RULE.refuse(f"Value ({count}) for parameter instanceCount is invalid. Allowed: 1 to {MAX_COUNT}.")
    if not offers.in_zone(state, instance_type, zone):
        raise TYPE.refuse(
            f"Your requested instance type ({instance_type}) is not supported "
            f"in your requested Availability Zone ({zone})."
        )
    return zone
