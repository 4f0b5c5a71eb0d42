"""Several groups of one type in one placement group."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched


def check(group: Branched, context: Context) -> Iterator[Hit]:
    """Say how many groups share a placement group: normal for groups that train together."""
    launches = list(context.world.users_of(group.resource))
    groups = {launch.group.resource.id for launch in launches if launch.group}
    types = {item for launch in launches for item in launch.types if isinstance(item, str)}
    if len(groups) > 1 and len(types) <= 1:
        yield Hit(f"{len(groups)} groups share this placement group")


RULE = Rule(
    id="TRN407",
    title="Groups that share a placement group are known",
    level=Level.INFO,
    why="Groups that train together share one; groups of different jobs compete for its room.",
    source="EC2 User Guide, placement groups",
    on="AWS::EC2::PlacementGroup",
    check=check,
    fix="nothing to do when they train together",
)
