"""Launch data that name an instance type and requirements for one."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look for both properties; whichever their values, EC2 takes one of them."""
    if node.data.get("InstanceType") is not None and node.data.get("InstanceRequirements") is not None:
        yield Hit("InstanceRequirements beside InstanceType: EC2 takes one of them", node.at("InstanceRequirements"))


RULE = Rule(
    id="TRN367",
    title="Launch data name an instance type or requirements for one, not both",
    level=Level.ERROR,
    why="EC2 refuses launch data that say both, and the stack rolls back.",
    source="EC2 API, RequestLaunchTemplateData: InstanceRequirements",
    on="node",
    check=check,
    fix="remove InstanceRequirements: layout, quota and capacity depend on the one type",
)
