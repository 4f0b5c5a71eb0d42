"""An EFA where there is none."""

from __future__ import annotations

from ....constraints import interfaces
from ....findings import Level
from ...rule import Rule
from .layout import EFA_GUIDE, problems_with

RULE = Rule(
    id=interfaces.EFA_UNSUPPORTED,
    title="EFAs are asked of types and cards that have them",
    level=Level.ERROR,
    why="EC2 refuses an EFA on a type or card without one: trn1.2xlarge has none although trn1.32xlarge has 8.",
    source=EFA_GUIDE,
    on="launch",
    check=problems_with(interfaces.EFA_UNSUPPORTED),
    fix="use InterfaceType interface, or a type with EFA",
)
