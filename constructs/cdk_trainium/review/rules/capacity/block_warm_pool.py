"""A warm pool on a Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.schedule import attached
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for a warm pool of a group that launches into a block."""
    group = launch.group
    if group is None or group.kind != "asg" or not launch.block:
        return
    for resource, _ in attached(context.world, group, "AWS::AutoScaling::WarmPool"):
        yield Hit(f"a warm pool on {group.resource.id}, whose nodes come from a capacity block", resource=resource)


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
