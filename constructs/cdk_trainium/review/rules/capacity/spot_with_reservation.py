"""Spot together with a reservation."""

from __future__ import annotations

from ....constraints.market import SPOT_WITH_RESERVATION
from ....findings import Level
from ...rule import Rule
from .market import BLOCKS, problems_with

RULE = Rule(
    id=SPOT_WITH_RESERVATION,
    title="Spot launches target no reservation",
    level=Level.ERROR,
    why="Spot never runs in a reservation: the launch is refused and the reservation bills while it stays empty.",
    source=BLOCKS,
    on="launch",
    check=problems_with(SPOT_WITH_RESERVATION),
    fix="remove the market type or the target",
)
