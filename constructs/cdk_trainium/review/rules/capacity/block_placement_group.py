"""A placement group on top of a Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template.unknown import MaybeAbsent
from ...model import Launch
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Report a placement group of node or group; an error in a strict review, because tools disagree on it."""
    value = launch.placement_group
    if value is None or not launch.block:
        return
    if isinstance(value, MaybeAbsent):
        yield cannot_tell("whether there is a placement group", value, launch.node.at("Placement"))
        return
    text = f"the placement group {shown(value)} on a capacity block: blocks do not support placement groups"
    level = Level.ERROR if context.options.strict else None
    group = launch.group
    if group is not None and group.placement_group is not None:
        yield Hit(text, group.placement_path, level=level, resource=group.resource)
    else:
        yield Hit(text, launch.node.at("Placement"), level=level)


RULE = Rule(
    id="TRN315",
    title="Nodes of a Capacity Block name no placement group",
    level=Level.WARNING,
    why="EC2 places a block's nodes together already; with a group on top some paid nodes cannot be launched.",
    source="EC2 User Guide, Capacity Blocks; aws-parallelcluster pull request 6311; eksctl issue 7949",
    on="launch",
    check=check,
    fix="remove the placement group",
)
