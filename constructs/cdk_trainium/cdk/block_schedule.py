"""The one-time actions that fill a group when its block starts and empty it before EC2 reclaims the nodes."""

from __future__ import annotations

from datetime import UTC, datetime

from aws_cdk import CfnAutoScalingScheduledAction, CfnUpdatePolicy
from aws_cdk import aws_autoscaling as autoscaling
from constructs import Construct

from ..constraints.blocks import scale_in_at
from ..spec import BlockCapacity

__all__ = ["initial_size", "schedule"]


def initial_size(capacity: BlockCapacity, node_count: int) -> tuple[int, int]:
    """Return (max, desired) of the group: desired 0 before the block starts, both 0 after it ended."""
    if capacity.phase == "expired":
        return 0, 0
    return node_count, node_count if capacity.phase == "active" else 0


def schedule(
    scope: Construct,
    group: autoscaling.CfnAutoScalingGroup,
    capacity: BlockCapacity,
    *,
    node_count: int,
    lead_minutes: int,
) -> None:
    """Give ``group`` its actions: a block that runs has no start action, which would lie in the past.

    Args:
        scope: where the actions are made.
        group: the Auto Scaling group.
        capacity: the blocks; an expired one gets no actions.
        node_count: nodes while a block runs.
        lead_minutes: minutes between reclaim and end.
    """
    keep_sizes(group)
    if capacity.phase == "expired":
        return
    for index, block in enumerate(capacity.blocks):
        if index or capacity.phase == "scheduled":
            _action(scope, f"Start{_stamp(block.start)}", group, block.start, node_count)
        end = scale_in_at(block.end, lead_minutes=lead_minutes, drain_minutes=capacity.drain_minutes)
        _action(scope, f"End{_stamp(block.start)}", group, end, 0)


def keep_sizes(group: autoscaling.CfnAutoScalingGroup) -> None:
    """Keep what scheduled actions did: without this, any stack update resets the sizes and ends a running block."""
    group.cfn_options.update_policy = CfnUpdatePolicy(
        auto_scaling_scheduled_action=CfnAutoScalingScheduledAction(ignore_unmodified_group_size_properties=True)
    )


def _action(scope: Construct, id: str, group: autoscaling.CfnAutoScalingGroup, when: datetime, nodes: int) -> None:
    autoscaling.CfnScheduledAction(
        scope,
        id,
        auto_scaling_group_name=group.ref,
        start_time=when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        min_size=0,
        max_size=nodes,
        desired_capacity=nodes,
    )


def _stamp(when: datetime) -> str:
    """Name actions by the block's start: it never changes, while an extension moves the end."""
    return when.astimezone(UTC).strftime("%Y%m%d%H%M")
