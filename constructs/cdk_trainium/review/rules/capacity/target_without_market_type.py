"""A reservation target without market type."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .market import BLOCKS


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Error when group or caller says that the nodes come from a block, warning when the target might be one."""
    stated, path = launch.node.market, launch.node.at("CapacityReservationSpecification")
    if isinstance(launch.market, Unknown) or not launch.node.described:  # told elsewhere
        return
    if launch.market == "capacity-block" and isinstance(stated, Unknown):
        yield cannot_tell("whether MarketType is capacity-block", stated, launch.node.at("InstanceMarketOptions"))
    elif launch.market == "capacity-block" and stated is None and launch.group is not None:
        text = f"{launch.group.resource.id} buys from a Capacity Block, but its launch template states no MarketType"
        yield Hit(f"{text}; allowed: MarketType capacity-block", path, level=Level.ERROR)
    elif launch.block and launch.market in (None, "on-demand"):
        told = "is not stated" if stated is None else f"is {stated}"
        block = next(item for item in launch.ids if item in context.world.blocks)
        text = f"{block} is a Capacity Block, but MarketType {told}; allowed: MarketType capacity-block"
        yield Hit(text, path, level=Level.ERROR)
    elif launch.market is None and launch.targeted is True and _may_be_a_block(launch, context):
        target = f"the target {shown(launch.targets[0])}"
        yield Hit(f"if {target} is a Capacity Block, MarketType capacity-block is missing", path)


def _may_be_a_block(launch: Launch, context: Context) -> bool:
    target = launch.targets[0]
    return context.world.find(target) is None and shown(target) not in context.options.reservations


RULE = Rule(
    id="TRN302",
    title="A launch into a Capacity Block states its market type",
    level=Level.WARNING,
    why="EC2 answers a block's id without MarketType capacity-block with an invalid purchasing option.",
    source=f"{BLOCKS}, and EC2 Fleet with Capacity Blocks; Amazon EKS User Guide, managed node groups with Capacity "
    "Blocks; AWS PCS User Guide, Configure a compute node group to use a Capacity Block",
    on="launch",
    check=check,
    fix="add InstanceMarketOptions: {MarketType: capacity-block}, or name it with --reservation if it is none",
)
