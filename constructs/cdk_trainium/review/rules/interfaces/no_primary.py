"""No primary interface."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import CARDS, problems_with

RULE = Rule(
    id=interfaces.NO_PRIMARY,
    title="A node has an interface at card 0, device 0",
    level=Level.ERROR,
    why="Without an interface at card 0, device 0 a node has no primary address and EC2 refuses it.",
    source=CARDS,
    on="launch",
    check=problems_with(interfaces.NO_PRIMARY),
    fix="add the primary interface at NetworkCardIndex 0, DeviceIndex 0",
)
