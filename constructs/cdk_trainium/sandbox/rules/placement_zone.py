"""A cluster placement group lives in one zone: that of its first member or reservation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="placement-zone",
    title="A node in another zone than the rest of its cluster placement group is refused.",
    code="InvalidPlacementGroup.InUse",
    source="EC2 User Guide: a cluster placement group cannot span zones; code and message as quoted in public reports",
)
STRATEGY = Rule(
    id="placement-strategy",
    title="A placement strategy that the type does not support is refused.",
    code="InvalidParameterCombination",
    source="DescribeInstanceTypes PlacementGroupInfo; no source publishes the code",
    sourced=False,
)


def check(launch: Launch) -> None:
    """Refuse a launch that the placement group cannot take."""
    from ..ec2 import offers
    from ..ec2.placement_group import instances_in
    from ..ec2.placement_groups import find

    if not launch.group_name:
        return
    group = find(launch.state, launch.group_name)
    supported = (
        (offers.type_info(launch.instance_type) or {}).get("PlacementGroupInfo", {}).get("SupportedStrategies", [])
    )
    if group.strategy in ("cluster", "partition", "spread") and group.strategy not in supported:
        raise STRATEGY.refuse(f"{group.strategy} placement groups are not supported by {launch.instance_type}.")
    if group.strategy != "cluster":
        return
    zones = {item.placement.zone for item in instances_in(launch.state, group.name)}
    for reservation in launch.state.reservations.values():
        if reservation.placement_group_arn == group.arn and reservation.open:
            zones.add(reservation.zone)
    if zones and launch.zone not in zones:
        zone = sorted(zones)[0]
        raise RULE.refuse(f"The placement group '{group.name}' is in use in another availability zone: {zone}")
