"""Different instance types in one placement group."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched


def check(group: Branched, context: Context) -> Iterator[Hit]:
    """Compare the types of all groups that share a placement group."""
    launches = list(context.world.users_of(group.resource))
    types = sorted({item for launch in launches for item in launch.types if isinstance(item, str)})
    hidden = list({item: None for launch in launches for item in launch.types if isinstance(item, Unknown)})
    if len(types) > 1:
        text = f"{len(types)} instance types share this placement group: {', '.join(types)}"
        yield Hit(text)
    elif hidden and len(types) + len(hidden) > 1:
        yield cannot_tell("whether one instance type uses this placement group", hidden[0])


RULE = Rule(
    id="TRN406",
    title="One instance type per cluster placement group",
    level=Level.WARNING,
    why="AWS advises one type per cluster group: every further one lowers the chance that EC2 finds room for all.",
    source="EC2 User Guide, placement groups",
    on="AWS::EC2::PlacementGroup",
    check=check,
    fix="give each type its own placement group",
)
