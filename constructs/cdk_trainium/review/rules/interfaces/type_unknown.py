"""Interfaces that cannot be judged."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch, NodeInterface
from ...model.values import how_to_tell
from ...options import Context
from ...rule import Hit, Rule, unknown
from .layout import CARDS


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Say so when the type or an index is hidden, or the catalog does not hold the type's cards."""
    node = launch.node
    if launch.hidden_type is not None and (len(node.interfaces) > 1 or node.efas):
        text = f"the interfaces cannot be judged: the instance type is not known: {launch.hidden_type.reason}"
        yield unknown(text, node.at("NetworkInterfaces"), how_to_tell(launch.hidden_type))
    yield from _types_without_facts(launch)
    reasons: dict[str, list[tuple[Unknown, NodeInterface]]] = {}
    for item in node.interfaces:
        if item.hidden is not None:
            reasons.setdefault(item.hidden.reason, []).append((item.hidden, item))
    for reason, items in reasons.items():
        hidden, first = items[0]
        text = f"{len(items)} of {len(node.interfaces)} interfaces cannot be judged: {reason}"
        yield unknown(text, first.path, how_to_tell(hidden))


def _types_without_facts(launch: Launch) -> Iterator[Hit]:
    """Say so of EFAs, and of cards beyond the first, on types whose cards the catalog does not hold."""
    node, catalog = launch.node, launch.world.catalog
    if not node.efas and all(item.plain is None or item.plain.card == 0 for item in node.interfaces):
        return
    found = {item: catalog.find(item) for item in launch.types if isinstance(item, str)}
    kinds = [name for name, info in found.items() if info is None or info.network_cards is None]
    if kinds:
        text = f"the catalog does not hold the network cards of {', '.join(kinds)}: whether they take these interfaces"
        yield unknown(f"{text} cannot be told", node.at("NetworkInterfaces"), "describe the type in a catalog overlay")


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
