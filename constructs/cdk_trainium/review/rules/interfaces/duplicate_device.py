"""Two interfaces at one place."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import CARDS, problems_with

RULE = Rule(
    id=interfaces.DUPLICATE_DEVICE,
    title="No two interfaces share a card and a device index",
    level=Level.ERROR,
    why="EC2 refuses a launch with two interfaces at one place; copied lines make it.",
    source=CARDS,
    on="launch",
    check=problems_with(interfaces.DUPLICATE_DEVICE),
    fix="give each interface its own NetworkCardIndex and DeviceIndex",
)
