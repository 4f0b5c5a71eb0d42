"""A group larger than any Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.market import BLOCK_LARGER_THAN_ALLOWED, check_block_size
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.asked import Askers, askers
from ...model.targets import may_be_several
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell, from_problem


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Compare the size of the group, then that of all groups of its block, with the documented size of a block."""
    group, several = launch.group, may_be_several(launch)
    if group is None or not launch.block:
        return
    most = int(context.catalog.limits["nodes_per_capacity_block"].value)
    hit = next(filter(None, (_judged(groups, most) for groups in askers(launch))), None)
    if hit is not None and several:
        yield Skip(several)
    elif hit is not None:
        yield hit._replace(path=group.sizes_path, resource=group.resource)


def _judged(groups: Askers, most: int) -> Hit | None:
    asked, found = groups.asked, check_block_size(groups.asked.most, most)
    if found is not None:
        hit, later = from_problem(found, ()), groups.several and asked.wanted <= most  # they may take turns
        names = f"{groups.several} share one block: " if groups.several else ""
        return Hit(f"{names}{hit.message}", hint=hit.hint, level=Level.WARNING if later else None)
    if not isinstance(asked.hidden, Unknown):
        return None
    return cannot_tell(f"whether {groups.several or 'the group'} fits a block of {most} nodes", asked.hidden)


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
