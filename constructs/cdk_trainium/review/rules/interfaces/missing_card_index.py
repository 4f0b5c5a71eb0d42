"""Several interfaces of which one does not say its card."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule
from .layout import CARDS


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """List the interfaces without ``NetworkCardIndex`` on a node that has several EFAs."""
    if len(node.efas) < 2:
        return
    for item in node.interfaces:
        if item.data and "NetworkCardIndex" not in item.data and not item.primary:
            text = f"NetworkCardIndex is missing: this {item.data.get('InterfaceType', 'interface')} lands on card 0"
            yield Hit(text, item.path)


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
