"""EC2 has no more nodes of a type in a zone: what a scenario says, as no one can know it of the real one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="on-demand-capacity",
    title="More nodes than the zone can supply are refused.",
    code="InsufficientInstanceCapacity",
    source="EC2 API error codes: InsufficientInstanceCapacity, HTTP status 500",
    http_status=500,
)


def check(state: RegionState, instance_type: str, zone: str, count: int) -> None:
    """Refuse ``count`` more nodes when the scenario's number for type and zone is used up."""
    if free(state, instance_type, zone, count) < count:
        raise RULE.refuse(message(state, instance_type, zone, count))


def free(state: RegionState, instance_type: str, zone: str, wanted: int) -> int:
    """Return how many of ``wanted`` nodes the zone can supply."""
    from ..ec2 import usage

    total = state.settings.capacity.get((instance_type, zone))
    if total is None:
        return wanted
    return max(0, min(wanted, total - usage.supplied(state, instance_type, zone)))


def message(state: RegionState, instance_type: str, zone: str, count: int) -> str:
    """Return EC2's words, which name the zones that could serve."""
    from ..ec2 import offers

    others = [
        name
        for name in offers.zones_of(state, instance_type)
        if name != zone and free(state, instance_type, name, count) >= count
    ]
    text = (
        f"We currently do not have sufficient {instance_type} capacity in the Availability Zone you requested "
        f"({zone}). Our system will be working on provisioning additional capacity."
    )
    if others:
        text += (
            f" You can currently get {instance_type} capacity by not specifying an Availability Zone in your request"
            f" or choosing {', '.join(others)}."
        )
    return text
