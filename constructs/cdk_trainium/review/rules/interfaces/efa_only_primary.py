"""An efa-only interface as the primary one."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import EFA_GUIDE, problems_with

RULE = Rule(
    id=interfaces.EFA_ONLY_PRIMARY,
    title="The primary interface has an IP address",
    level=Level.ERROR,
    why="An efa-only interface has no IP stack; as the primary one the node would have no network at all.",
    source=EFA_GUIDE,
    on="launch",
    check=problems_with(interfaces.EFA_ONLY_PRIMARY),
    fix="make card 0, device 0 an interface or an efa",
)
