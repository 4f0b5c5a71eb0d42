"""The instance type must exist, and the zone must offer it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="instance-type-known",
    title="An instance type that EC2 does not know is refused.",
    code="InvalidParameterValue",
    source="RunInstances' answer as quoted in public reports: 'Invalid value … for InstanceType.'",
)
ZONE = Rule(
    id="instance-type-in-zone",
    title="An instance type that the zone does not offer is refused.",
    code="Unsupported",
    source="EC2 API error codes: Unsupported; message as quoted in public reports",
)


def check(launch: Launch) -> None:
    """Refuse a type that does not exist or is not offered where the node would run."""
    from ..ec2 import offers

    name, zone = launch.instance_type, launch.zone
    if offers.type_info(name) is None:
        raise RULE.refuse(f"Invalid value '{name}' for InstanceType.")
    if not (offers.in_zone(launch.state, name, zone) or _block_there(launch, name, zone)):
        text = f"Your requested instance type ({name}) is not supported in your requested Availability Zone ({zone})."
        others = offers.zones_of(launch.state, name)
        if others:
            text += (
                " Please retry your request by not specifying an Availability Zone or choosing "
                + ", ".join(others)
                + "."
            )
        raise ZONE.refuse(text)


def _block_there(launch: Launch, name: str, zone: str) -> bool:
    # Offerings and sold blocks disagree in public reports (trn2u): a block that is there can be launched into.
    return any(
        item.block_id and (item.instance_type, item.zone) == (name, zone) for item in launch.state.reservations.values()
    )
