"""A block's market type on a reservation that is no block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.targets import written_targets
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for targets that the caller calls on-demand reservations, and those that the templates make."""
    if launch.market != "capacity-block":
        return
    given = [item for item in launch.ids if item in context.options.reservations]
    for name in dict.fromkeys([*given, *(shown(target) for target, _ in written_targets(launch))]):
        text = f"{name} is an on-demand reservation, MarketType is capacity-block; allowed: no MarketType"
        yield Hit(text, launch.node.at("InstanceMarketOptions"))


RULE = Rule(
    id="TRN359",
    title="A launch into an on-demand reservation is not bought as a Capacity Block",
    level=Level.ERROR,
    why="EC2 takes MarketType capacity-block for blocks only, which no template makes: every launch is refused.",
    source="EC2 User Guide, launch instances using Capacity Blocks for ML",
    on="launch",
    check=check,
    fix="remove MarketType, or name the id with --capacity-block if it is a block",
)
