"""A placement group that holds instances or active reservations cannot be deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.placement_group import PlacementGroup

RULE = Rule(
    id="placement-group-unused",
    title="A placement group that is in use cannot be deleted.",
    code="InvalidPlacementGroup.InUse",
    source="EC2 API error codes: InvalidPlacementGroup.InUse; EC2 User Guide: not while reservations in it are active",
)


def check(group: PlacementGroup) -> None:
    """Refuse when an instance is in the group, or a reservation that is not over."""
    from ..ec2.placement_group import instances_in

    reserved = any(item.placement_group_arn == group.arn and item.open for item in group.state.reservations.values())
    if reserved or instances_in(group.state, group.name):
        raise RULE.refuse(f"The placement group '{group.name}' is in use and may not be deleted.")
