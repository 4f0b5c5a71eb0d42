"""A NodeConfig in a part of the user data that nodeadm does not read."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.node_config import UNREAD_NODE_CONFIG, unread_node_configs
from ....findings import Level
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look at the content types of the parts; a script that writes a NodeConfig and starts nodeadm is none."""
    data = node.boots
    for kind in dict.fromkeys(unread_node_configs(data.text) if data else ()):
        yield Hit(f"a NodeConfig stands in a part of type {kind}, where nodeadm does not read it", node.at("UserData"))


RULE = Rule(
    id=UNREAD_NODE_CONFIG,
    title="A NodeConfig stands where nodeadm reads it",
    level=Level.ERROR,
    why="nodeadm reads parts of type application/node.eks.aws only: the node boots, is paid for and never joins.",
    source="awslabs/amazon-eks-ami, nodeadm; Amazon EKS User Guide, Amazon Linux 2023",
    on="node",
    check=check,
    fix="give the part Content-Type: application/node.eks.aws",
)
