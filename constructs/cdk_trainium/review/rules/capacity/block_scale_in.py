"""A Capacity Block group that nothing scales in before the block ends."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.schedule import scales_to_zero, scheduled
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for a scheduled action to 0 on Auto Scaling groups; EKS and Batch bring their own."""
    group = launch.group
    if group is None or group.kind != "asg" or not launch.block or group.nodes == 0:
        return
    if not any(scales_to_zero(action) for action in scheduled(context.world, group)):
        text = "no scheduled action sets MinSize, DesiredCapacity and MaxSize to 0 before the capacity block ends"
        yield Hit(text, resource=group.resource)


RULE = Rule(
    id="TRN308",
    title="A group on a Capacity Block scales in before the block ends",
    level=Level.WARNING,
    why="EC2 takes the nodes 30 minutes before the end (UltraServers 60); jobs die unsaved, the group retries.",
    source="EC2 User Guide, Capacity Blocks; Amazon EC2 Auto Scaling, Capacity Blocks",
    on="launch",
    check=check,
    fix="add AWS::AutoScaling::ScheduledAction with all sizes 0, before the reclaim by the time a checkpoint takes",
)
