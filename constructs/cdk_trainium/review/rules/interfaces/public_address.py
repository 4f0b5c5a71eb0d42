"""A public address on a node with several interfaces."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...model.values import as_true, is_hidden
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .shared_fault import on_interfaces


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """``AssociatePublicIpAddress: false`` is fine, ``true`` is refused."""
    if len(node.interfaces) < 2:
        return
    public = [item for item in node.interfaces if as_true(item.data.get("AssociatePublicIpAddress"))]
    if public:
        text = f"AssociatePublicIpAddress is true on a node with {len(node.interfaces)} network interfaces"
        yield on_interfaces(Hit(text), public, "AssociatePublicIpAddress")
        return
    hidden = [item for item in node.interfaces if is_hidden(item.data.get("AssociatePublicIpAddress"))]
    if hidden:
        what = f"whether AssociatePublicIpAddress is true on a node with {len(node.interfaces)} network interfaces"
        told = cannot_tell(what, hidden[0].data["AssociatePublicIpAddress"])
        yield on_interfaces(told, hidden, "AssociatePublicIpAddress")


RULE = Rule(
    id="TRN112",
    title="A node with several interfaces asks for no public address",
    level=Level.ERROR,
    why="EC2 refuses to assign a public address at launch to a node with more than one network interface.",
    source="EC2 User Guide, public IPv4 addresses; RunInstances AssociatePublicIpAddress",
    on="node",
    check=check,
    fix="remove it and use private subnets with a NAT gateway or VPC endpoints",
)
