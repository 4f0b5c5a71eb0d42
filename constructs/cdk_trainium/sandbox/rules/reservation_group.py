"""A reservation in a placement group: the group must exist, be a cluster group, and have nothing in another zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule
from . import placement_group_exists

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="reservation-group",
    title="A reservation fits a cluster (or precision-time) placement group of its own zone only.",
    code="InvalidParameterValue",
    source="EC2 User Guide, Capacity Reservations for cluster placement groups; no source publishes the code",
    sourced=False,
)


def check(state: RegionState, arn: str | None, zone: str | None) -> None:
    """Refuse an unknown group, another strategy, and a group whose members are elsewhere."""
    from ..ec2.placement_group import instances_in

    if not arn:
        return
    group = next((item for item in state.placement_groups.values() if item.arn == arn), None)
    if group is None:
        raise placement_group_exists.refusal(arn.rpartition("/")[2])
    if group.strategy not in ("cluster", "precision-time"):
        raise RULE.refuse(f"The placement group '{group.name}' has strategy '{group.strategy}'.")
    zones = {item.placement.zone for item in instances_in(state, group.name)}
    zones |= {item.zone for item in state.reservations.values() if item.placement_group_arn == arn and item.open}
    if zones - {zone}:
        raise RULE.refuse(f"The placement group '{group.name}' is in another Availability Zone than {zone}.")
