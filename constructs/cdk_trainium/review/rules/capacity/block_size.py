"""A group larger than any Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.market import BLOCK_LARGER_THAN_ALLOWED, check_block_size
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the group's size with the documented size of a block."""
    group = launch.group
    if group is None or not launch.block:
        return
    most = int(context.catalog.limits["nodes_per_capacity_block"].value)
    problem = None if group.nodes is None else check_block_size(group.nodes, most)
    if problem is not None:
        hit = from_problem(problem, group.sizes_path)
        yield Hit(hit.message, hit.path, hit.hint, resource=group.resource)
    elif group.hidden_size is not None:
        what = f"whether the group fits a block of {most} nodes"
        yield cannot_tell(what, group.hidden_size, group.sizes_path, group.resource)


RULE = Rule(
    id=BLOCK_LARGER_THAN_ALLOWED,
    title="A group fits one Capacity Block",
    level=Level.ERROR,
    why="A group launches into one block, and a block holds 64 nodes at most.",
    source="EC2 User Guide, Capacity Blocks",
    on="launch",
    check=check,
    fix="one group per block",
)
