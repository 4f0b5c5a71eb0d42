"""More EFAs than the type has."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import EFA_GUIDE, problems_with

RULE = Rule(
    id=interfaces.EFA_COUNT,
    title="The type has as many EFAs as the node asks for",
    level=Level.ERROR,
    why="EC2 refuses a launch with more EFAs than its type supports; the number differs inside a family.",
    source=EFA_GUIDE,
    on="launch",
    check=problems_with(interfaces.EFA_COUNT),
    fix="ask for at most the EFAs of the type",
)
