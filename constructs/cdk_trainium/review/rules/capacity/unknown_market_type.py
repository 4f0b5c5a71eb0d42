"""A market type that is not known."""

from __future__ import annotations

from ....constraints.market import UNKNOWN_MARKET_TYPE
from ....findings import Level
from ...rule import Rule
from .market import problems_with

RULE = Rule(
    id=UNKNOWN_MARKET_TYPE,
    title="MarketType is one that EC2 knows",
    level=Level.WARNING,
    why="A mistyped market type is refused at launch only; EC2 adds new ones, so this is no error.",
    source="EC2 API of botocore 1.44.8, MarketType",
    on="launch",
    check=problems_with(UNKNOWN_MARKET_TYPE),
    fix="check the word, or acknowledge the finding for a market type newer than this release",
)
