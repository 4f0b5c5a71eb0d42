"""The zone that a launch names must be its subnet's, and one of the region's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="launch-zone",
    title="A zone that is not the region's, not the subnet's, or not that of every interface's subnet is refused.",
    code="InvalidParameterValue",
    source="EC2 API, RunInstances, Placement; no source publishes the code",
    sourced=False,
)


def check(launch: Launch) -> None:
    """Refuse a zone that cannot be."""
    from ..ec2 import offers

    wanted = launch.placement_zone
    if wanted and wanted not in offers.zone_names(launch.state):
        raise RULE.refuse(f"Invalid availability zone: [{wanted}]")
    subnets = {item.subnet_id for item in launch.interfaces if item.subnet_id} | {launch.subnet_id}
    zones = {launch.state.ec2.get_subnet(item).availability_zone for item in subnets if item}
    zones |= {wanted} if wanted else set()
    if len(zones) > 1:
        raise RULE.refuse(f"The availability zones {', '.join(sorted(zones))} of zone and subnets do not match.")
