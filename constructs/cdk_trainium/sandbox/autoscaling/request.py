"""What the handlers read from a request."""

from __future__ import annotations

from typing import Any

from ..refusal import Rule
from ..state import RegionState, region_of

__all__ = ["NOT_FOUND", "group_of", "state_of"]

NOT_FOUND = Rule(
    id="group-exists",
    title="A group that does not exist is refused.",
    code="ValidationError",
    source="Auto Scaling's answer as quoted in public reports: 'AutoScalingGroup name not found - …'",
)


def state_of(group: Any) -> RegionState:
    """Return the state of the region that moto's group lives in."""
    return region_of(group.region, group.account_id)


def group_of(request: Any) -> Any:
    """Return moto's group that the request names, or refuse."""
    name = request._get_param("AutoScalingGroupName")
    try:
        return request.autoscaling_backend.autoscaling_groups[name]
    except KeyError:
        raise NOT_FOUND.refuse(f"AutoScalingGroup name not found - AutoScalingGroup '{name}' not found") from None
