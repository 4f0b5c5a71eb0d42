"""An interface type that EC2 does not know."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import EFA_GUIDE, problems_with

RULE = Rule(
    id=interfaces.UNKNOWN_INTERFACE_TYPE,
    title="InterfaceType is interface, efa or efa-only",
    level=Level.ERROR,
    why="EC2 refuses a launch template with another word, and only when a node is launched.",
    source=EFA_GUIDE,
    on="launch",
    check=problems_with(interfaces.UNKNOWN_INTERFACE_TYPE),
    fix="write interface, efa or efa-only",
)
