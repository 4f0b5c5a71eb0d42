"""A block's market type without the block."""

from __future__ import annotations

from ....constraints.market import BLOCK_WITHOUT_TARGET
from ....findings import Level
from ...rule import Rule
from .market import BLOCKS, problems_with

RULE = Rule(
    id=BLOCK_WITHOUT_TARGET,
    title="A launch into a Capacity Block targets its reservation",
    level=Level.ERROR,
    why="EC2 refuses MarketType capacity-block without the reservation to launch into.",
    source=BLOCKS,
    on="launch",
    check=problems_with(BLOCK_WITHOUT_TARGET),
    fix="set CapacityReservationSpecification: {CapacityReservationTarget: {CapacityReservationId: cr-…}}",
)
