"""Several interfaces of which one does not say its card."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule
from .layout import CARDS
from .shared_fault import on_interfaces


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """List the interfaces without ``NetworkCardIndex`` on a node that has several EFAs."""
    if len(node.efas) < 2:
        return
    bare = [item for item in node.interfaces if item.data and "NetworkCardIndex" not in item.data and not item.primary]
    if bare:
        yield on_interfaces(Hit("NetworkCardIndex is missing, which counts as card 0"), bare)


RULE = Rule(
    id="TRN110",
    title="Every interface of a node with several EFAs states its NetworkCardIndex",
    level=Level.WARNING,
    why="EC2 reads a missing NetworkCardIndex as card 0, which takes one EFA; templates older than the field miss it.",
    source=CARDS,
    on="node",
    check=check,
    fix="write NetworkCardIndex on every interface",
)
