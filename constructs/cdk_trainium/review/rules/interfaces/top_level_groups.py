"""Security groups beside network interfaces."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """``SecurityGroupIds`` or ``SecurityGroups`` together with ``NetworkInterfaces``."""
    for name in ("SecurityGroupIds", "SecurityGroups"):
        if node.interfaces and node.data.get(name):
            text = f"{name} beside NetworkInterfaces: with interfaces, security groups belong into each of them"
            yield Hit(text, node.at(name))


RULE = Rule(
    id="TRN114",
    title="A node with NetworkInterfaces lists its security groups there, not at the top",
    level=Level.ERROR,
    why="EC2 refuses a launch that has both; the usual CDK escape hatch on ec2.LaunchTemplate produces it.",
    source="RunInstances: network interfaces and an instance-level security group may not be specified together",
    on="node",
    check=check,
    fix="delete the top-level list and set Groups on every interface",
)
