"""An interface on a card that the type does not have."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import CARDS, problems_with

RULE = Rule(
    id=interfaces.NO_SUCH_CARD,
    title="Interfaces sit on cards that the instance type has",
    level=Level.ERROR,
    why="EC2 refuses to launch a node with an interface on a card that its type lacks, so the group never gets a node.",
    source=CARDS,
    on="launch",
    check=problems_with(interfaces.NO_SUCH_CARD),
    fix="one interface for each card that trnctl explain tells of the type, NetworkCardIndex from 0 on",
)
