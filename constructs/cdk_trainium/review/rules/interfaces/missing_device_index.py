"""Interfaces that do not say their place on the card."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule
from .shared_fault import on_interfaces


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """List the interfaces without ``DeviceIndex``; an empty one is TRN119's."""
    bare = [item for item in node.interfaces if item.data and "DeviceIndex" not in item.data]
    if bare:
        yield on_interfaces(Hit("without a device index"), bare)


RULE = Rule(
    id="TRN121",
    title="Every interface states its DeviceIndex",
    level=Level.ERROR,
    why="EC2 refuses the launch: each network interface requires a device index, a missing one is not 0.",
    source="EC2 API, RunInstances InstanceNetworkInterfaceSpecification",
    on="node",
    check=check,
    fix="write DeviceIndex: 0 for the primary interface, 1 or 0 on the other cards",
)
