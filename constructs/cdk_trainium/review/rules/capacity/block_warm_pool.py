"""A warm pool on a Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.attached import WARM_POOL
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for a warm pool of a group that launches into a block."""
    group = launch.group
    if group is None or group.kind != "asg" or not launch.block:
        return
    for resource, _ in context.world.attached.to(group, WARM_POOL):
        yield Hit(f"a warm pool on {group.resource.id}, whose nodes come from a capacity block", resource=resource)
    hidden = context.world.attached.hidden(group, WARM_POOL)
    if hidden is not None:
        yield cannot_tell(f"whether {group.resource.id} has a warm pool", hidden, resource=group.resource)


RULE = Rule(
    id="TRN344",
    title="A group on a Capacity Block has no warm pool",
    level=Level.ERROR,
    why="Amazon EC2 Auto Scaling does not support warm pools on blocks; the group is refused.",
    source="Amazon EC2 Auto Scaling User Guide, Capacity Blocks",
    on="launch",
    check=check,
    fix="remove the warm pool",
)
