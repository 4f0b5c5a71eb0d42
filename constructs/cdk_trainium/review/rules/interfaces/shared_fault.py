"""One finding for all interfaces of a node that share a fault."""

from __future__ import annotations

from collections.abc import Sequence

from ...model import NodeInterface
from ...rule import Hit

__all__ = ["on_interfaces", "places", "seats"]


def on_interfaces(hit: Hit, items: Sequence[NodeInterface], *below: str) -> Hit:
    """Return ``hit`` at the first of ``items``, naming each.

    Args:
        hit: what is wrong with each of them; its path is replaced.
        items: the interfaces, at least one.
        below: property of the interface that is wrong. Default: - the interface.
    """
    several = f"{len(items)} interfaces" if len(items) > 1 else "the interface"
    seated = [item for item in items if item.plain is not None]
    told = len(items) == 1 and (not seated or "DeviceIndex" in hit.message)
    message = hit.message if told else f"{hit.message}; {several}{seats(items)}"
    evidence = {**hit.evidence, "interfaces": [item.label for item in items]}
    return hit._replace(message=message, path=(*items[0].path, *below), evidence=evidence)


def seats(items: Sequence[NodeInterface]) -> str:
    """Return where ``items`` sit, behind what they are called."""
    readable = all(item.plain is not None for item in items)
    return f" at {places(items)}" if readable else ", whose card or device cannot be read"


def places(items: Sequence[NodeInterface]) -> str:
    """Return where ``items`` sit, the device indexes of one card together."""
    cards: dict[str, list[str]] = {}
    for item in items:
        card, _, device = item.label.partition(", DeviceIndex ")
        cards.setdefault(card, []).append(device)
    named = {card: ", ".join(filter(None, found)) for card, found in cards.items()}
    return "; ".join(f"{card}, DeviceIndex {devices}" if devices else card for card, devices in named.items())
