"""Interfaces that cannot be judged."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch, NodeInterface
from ...options import Context
from ...rule import Hit, Rule, unknown
from .layout import CARDS


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Say so when the type or an index is hidden."""
    node = launch.node
    if launch.hidden_type is not None and len(node.interfaces) > 1:
        text = f"the interfaces cannot be judged: the instance type is not known, {launch.hidden_type.reason}"
        yield unknown(text, node.at("NetworkInterfaces"))
    reasons: dict[str, list[NodeInterface]] = {}
    for item in node.interfaces:
        if item.hidden is not None:
            reasons.setdefault(item.hidden.reason, []).append(item)
    for reason, items in reasons.items():
        yield unknown(f"{len(items)} of {len(node.interfaces)} interfaces cannot be judged: {reason}", items[0].path)


RULE = Rule(
    id="TRN100",
    title="The layout of a node's interfaces can be read",
    level=Level.UNKNOWN,
    why="Card limits belong to an instance type; without it nobody can say whether a layout launches.",
    source=CARDS,
    on="launch",
    check=check,
    fix="give the parameter a default, or state the value",
)
