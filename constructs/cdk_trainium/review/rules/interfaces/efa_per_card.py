"""More than one EFA on a card."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import EFA_GUIDE, problems_with

RULE = Rule(
    id=interfaces.EFA_PER_CARD,
    title="A network card carries one EFA",
    level=Level.ERROR,
    why="EC2 refuses a launch with two EFAs on one card. Interfaces without NetworkCardIndex all land on card 0.",
    source=EFA_GUIDE,
    on="launch",
    check=problems_with(interfaces.EFA_PER_CARD),
    fix="spread the EFAs: one per NetworkCardIndex",
)
