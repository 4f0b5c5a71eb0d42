"""A device index beyond what the card holds."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import CARDS, problems_with

RULE = Rule(
    id=interfaces.DEVICE_OVER_LIMIT,
    title="DeviceIndex stays below the limit of its card",
    level=Level.ERROR,
    why="Each card of each type holds its own number of devices; EC2 refuses a launch with an index beyond it.",
    source=CARDS,
    on="launch",
    check=problems_with(interfaces.DEVICE_OVER_LIMIT),
    fix="number devices per card: 0, or 1 beside another interface on that card",
)
