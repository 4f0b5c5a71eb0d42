"""Interfaces that name no security group."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node, NodeInterface
from ...options import Context
from ...rule import Hit, Rule


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Report the interfaces of a node with several, or with an EFA, that name no group."""
    if len(node.interfaces) < 2 and not node.efas:
        return
    bare = [item for item in node.interfaces if item.data and not item.groups and not _elsewhere(item)]
    if bare:
        text = f"{len(bare)} of {len(node.interfaces)} interfaces have no Groups and fall into the VPC's default group"
        yield Hit(text, bare[0].path, evidence={"interfaces": [item.label for item in bare]})


def _elsewhere(item: NodeInterface) -> bool:
    """Return whether it is an interface whose groups are not written here."""
    return "NetworkInterfaceId" in item.data and item.hidden is not None


RULE = Rule(
    id="TRN115",
    title="Every interface names its security groups",
    level=Level.ERROR,
    why="An interface without Groups gets the VPC's default group: EFA traffic to the others is dropped in silence.",
    source="EC2 User Guide, Elastic Fabric Adapter: prepare an EFA-enabled security group",
    on="node",
    check=check,
    fix="set Groups on every interface",
)
