"""An address on an interface that has none."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown, Value
from ...model import Node, NodeInterface
from ...model.values import as_int, as_true
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .layout import EFA_GUIDE
from .shared_fault import on_interfaces

_COUNTS = (
    *("SecondaryPrivateIpAddressCount", "Ipv6AddressCount", "Ipv4PrefixCount", "Ipv6PrefixCount"),
    *("AssociatePublicIpAddress", "AssociateCarrierIpAddress", "PrimaryIpv6"),
)
_ADDRESSES = ("PrivateIpAddress", "PrivateIpAddresses", "Ipv6Addresses", "Ipv4Prefixes", "Ipv6Prefixes")


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look for addresses and counts of them on ``efa-only`` interfaces; 0, false and an empty list ask for none."""
    only = [item for item in node.interfaces if item.plain is not None and item.plain.type == "efa-only"]
    for name in (*_ADDRESSES, *_COUNTS):
        items = [item for item in only if _asks(item, name)]
        if items:
            yield on_interfaces(Hit(f"{name} on an efa-only interface, which has no address"), items, name)
        hidden = [item for item in only if isinstance(item.data.get(name), Unknown)]
        if hidden:
            told = cannot_tell(f"whether {name} asks an efa-only interface for an address", hidden[0].data[name])
            yield on_interfaces(told, hidden, name)


def _asks(item: NodeInterface, name: str) -> bool:
    value: Value = item.data.get(name)
    if isinstance(value, Unknown):
        return False
    return bool(value) if name in _ADDRESSES else as_true(value) or (as_int(value) or 0) > 0


RULE = Rule(
    id="TRN123",
    title="An efa-only interface asks for no address",
    level=Level.ERROR,
    why="An efa-only interface carries no IP traffic; EC2 refuses to give it an address, and so the launch.",
    source=f"{EFA_GUIDE}: create and attach an EFA",
    on="node",
    check=check,
    fix="remove it, or use InterfaceType efa",
)
