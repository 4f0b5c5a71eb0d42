"""A group with nodes is deleted by force only."""

from __future__ import annotations

from typing import Any

from ..refusal import Rule

RULE = Rule(
    id="group-empty",
    title="A group that has instances cannot be deleted without ForceDelete.",
    code="ResourceInUse",
    source="Auto Scaling API, DeleteAutoScalingGroup: ResourceInUse",
)


def check(group: Any, force: bool) -> None:
    """Refuse to delete a group that still has nodes."""
    if group.instance_states and not force:
        raise RULE.refuse(
            "You cannot delete an AutoScalingGroup while there are instances or pending Spot instance request(s) "
            "still in the group."
        )
