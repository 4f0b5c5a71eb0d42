"""A group's launch template must be one that EC2 could launch: Auto Scaling asks it beforehand."""

from __future__ import annotations

from typing import Any

from moto.core.exceptions import ServiceException

from ..refusal import Rule

RULE = Rule(
    id="group-template",
    title="A group whose template EC2 would refuse whatever its capacity is refused at once.",
    code="ValidationError",
    source=(
        "Auto Scaling's answer as quoted in public reports: 'You must use a valid fully-formed launch template. …'; "
        "EC2's code in brackets is an addition of the sandbox"
    ),
)


def check(group: Any) -> None:
    """Refuse what no capacity could make launch; capacity itself shows in the group's activities."""
    from ..autoscaling.launch import launch_for, subnets
    from ..ec2 import launching

    if group.ec2_launch_template is None or group.mixed_instances_policy:
        return
    for subnet_id in subnets(group):
        try:
            launching.check(launch_for(group, 1, subnet_id))
        except ServiceException as error:
            raise RULE.refuse(
                f"You must use a valid fully-formed launch template. {error.message} (EC2 error code: {error.code})"
            ) from error
