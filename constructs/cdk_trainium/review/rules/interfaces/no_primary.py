"""No primary interface."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints import interfaces
from ....findings import Level
from ...model import Launch
from ...model.values import rewritten
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell
from .layout import CARDS, problems_with

_AMONG_THE_WRITTEN = problems_with(interfaces.NO_PRIMARY)


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Look for it among what is written; a macro may add it."""
    macro = rewritten(launch.node.data)
    for hit in _AMONG_THE_WRITTEN(launch, context):
        yield hit if macro is None else cannot_tell("the primary interface", macro, launch.node.at("NetworkInterfaces"))


RULE = Rule(
    id=interfaces.NO_PRIMARY,
    title="A node has an interface at card 0, device 0",
    level=Level.ERROR,
    why="Without an interface at card 0, device 0 a node has no primary address and EC2 refuses it.",
    source=CARDS,
    on="launch",
    check=check,
    fix="add the primary interface at NetworkCardIndex 0, DeviceIndex 0",
)
