"""An EC2 Fleet on a Capacity Block that asks more than once."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import member, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for ``Type: instant`` on the fleet; EC2 reads a missing one as ``maintain``."""
    group, path = launch.group, ("Properties", "Type")
    if group is None or group.resource.type != "AWS::EC2::EC2Fleet" or not launch.block:
        return
    kind = member(group.branch.properties, "Type") or "maintain"
    if isinstance(kind, Unknown):
        yield cannot_tell("whether the fleet's Type is instant", kind, path, group.resource)
    elif kind != "instant":
        text = f"{group.resource.id} buys from a Capacity Block, its Type is {shown(kind)}; allowed: instant"
        yield Hit(text, path, resource=group.resource)


RULE = Rule(
    id="TRN353",
    title="An EC2 Fleet on a Capacity Block is of type instant",
    level=Level.ERROR,
    why="EC2 takes blocks only in requests of type instant: a fleet that maintains its capacity launches nothing.",
    source="EC2 User Guide, Configure your EC2 Fleet to launch instances into Capacity Blocks",
    on="launch",
    check=check,
    fix="set Type: instant, or launch the block's nodes with an Auto Scaling group",
)
