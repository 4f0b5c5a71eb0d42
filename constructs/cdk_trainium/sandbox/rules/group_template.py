"""A group's launch template must be one that EC2 could launch: Auto Scaling asks it beforehand."""

from __future__ import annotations

from itertools import product
from typing import Any

from moto.core.exceptions import ServiceException

from ..refusal import Rule
from . import launch_elsewhere

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
    from ..autoscaling.launch import launch_for, spot_share, subnets, types
    from ..ec2 import launching

    if group.ec2_launch_template is None:
        return
    for instance_type, subnet_id in product(types(group), subnets(group)):
        try:
            launch = launch_for(group, 1, subnet_id, instance_type)
            if spot_share(group):
                share = "the spot share of a mixed instances policy"
                launch_elsewhere.check(share, [launch.instance_type], launch_elsewhere.GROUP)
            launching.check(launch)
        except ServiceException as error:
            raise RULE.refuse(
                f"You must use a valid fully-formed launch template. {error.message} (EC2 error code: {error.code})"
            ) from error
