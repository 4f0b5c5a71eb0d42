"""A group larger than any Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.market import BLOCK_LARGER_THAN_ALLOWED, check_block_size
from ....findings import Level
from ...model import Launch
from ...model.asked import asked_by, together
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the group's size with the documented size of a block."""
    group = launch.group
    if group is None or not launch.block:
        return
    most = int(context.catalog.limits["nodes_per_capacity_block"].value)
    groups = list(context.world.beside(launch).values()) if len(launch.targets) == 1 else [group]
    alone = asked_by(context.world, group)
    several = alone.most <= most and len(groups) > 1 and groups[0].resource is group.resource
    asked = together(context.world, groups) if several else alone
    found = check_block_size(asked.most, most)
    if found is not None:
        names = f"{' and '.join(one.resource.id for one in groups)} share one block: " if several else ""
        hit, later = from_problem(found, group.sizes_path), several and asked.wanted <= most
        level = Level.WARNING if later else None  # they may take turns
        yield Hit(f"{names}{hit.message}", hit.path, hit.hint, level, group.resource)
    elif alone.hidden is not None:
        what = f"whether the group fits a block of {most} nodes"
        yield cannot_tell(what, alone.hidden, group.sizes_path, group.resource)


RULE = Rule(
    id=BLOCK_LARGER_THAN_ALLOWED,
    title="The groups of a Capacity Block fit into one",
    level=Level.ERROR,
    why="A group launches into one block, and a block holds 64 nodes at most: the rest never comes.",
    source="EC2 User Guide, Capacity Blocks",
    on="launch",
    check=check,
    fix="a block for each 64 nodes",
)
