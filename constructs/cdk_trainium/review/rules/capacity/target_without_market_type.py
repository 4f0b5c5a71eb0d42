"""A reservation target without market type."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule
from .market import BLOCKS


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Error when the caller knows the target to be a block, warning when it might be one."""
    if launch.market is not None or not launch.targets:
        return
    target = launch.targets[0]
    if context.world.find(target) is not None or shown(target) in context.options.reservations:
        return
    path = launch.node.at("CapacityReservationSpecification")
    if launch.block:
        text = f"{shown(target)} is a Capacity Block, but MarketType is not stated; allowed: MarketType capacity-block"
        yield Hit(text, path, level=Level.ERROR)
    else:
        text = f"if {shown(target)} is a Capacity Block, MarketType capacity-block is missing"
        yield Hit(text, path)


RULE = Rule(
    id="TRN302",
    title="A launch into a Capacity Block states its market type",
    level=Level.WARNING,
    why="EC2 answers a block's id without MarketType capacity-block with an invalid purchasing option.",
    source=BLOCKS,
    on="launch",
    check=check,
    fix="add InstanceMarketOptions: {MarketType: capacity-block}, or name it with --reservation if it is none",
)
