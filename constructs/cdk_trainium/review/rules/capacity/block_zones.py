"""A Capacity Block group over several zones."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.zones import spread_of
from ...options import Context
from ...rule import Hit, Rule
from .market import BLOCKS


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the zones of the group's subnets."""
    if not launch.block or launch.group is None:
        return
    spread, group = spread_of(launch), launch.group
    if len(spread.zones) > 1:
        text = f"a capacity block lives in one zone, the group's subnets are in {', '.join(spread.zones)}"
        yield Hit(text, group.subnets_path, resource=group.resource)
    elif spread.hidden:
        text = f"cannot verify that the subnets are in the block's one zone: {spread.hidden}"
        level = Level.UNKNOWN if spread.added else Level.WARNING
        yield Hit(text, group.subnets_path, level=level, resource=group.resource)


RULE = Rule(
    id="TRN306",
    title="A group on a Capacity Block has one zone",
    level=Level.ERROR,
    why="A launch into another zone than the block's is refused; Auto Scaling tries it again and again.",
    source=BLOCKS,
    on="launch",
    check=check,
    fix="name the one subnet of the block's zone",
)
