"""Interfaces that outlive their node."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.interfaces import NodeInterface
from ....wording import counted
from ...model import Node
from ...model.values import as_true, is_hidden, member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .shared_fault import on_interfaces, seats

_NAME = "DeleteOnTermination"


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """List the interfaces of a node with several whose ``DeleteOnTermination`` is not true."""
    if len(node.interfaces) < 2:
        return
    others = [item for item in node.interfaces if item.data.get(_NAME) is not True]  # as nearly all have it
    kept = [item for item in others if item.data and _stays(item)]
    if kept:
        which = f"{counted(len(kept), 'interface')} without {_NAME}: true"
        yield Hit(
            f"{which}{seats(kept)}, left when a node goes",
            kept[0].path,
            evidence={"interfaces": [item.label for item in kept]},
        )
    hidden = [item for item in others if is_hidden(member(item.data, _NAME))]
    if hidden:
        yield on_interfaces(cannot_tell(f"whether {_NAME} is true", member(hidden[0].data, _NAME)), hidden, _NAME)


def _stays(item: NodeInterface) -> bool:
    value = member(item.data, _NAME)
    return not ("NetworkInterfaceId" in item.data or as_true(value) or is_hidden(value))


RULE = Rule(
    id="TRN116",
    title="Interfaces go with their node",
    level=Level.WARNING,
    why="Left interfaces fill the subnet and the regional interface quota until nothing can be launched or deleted.",
    source="EC2 User Guide, launch template network interfaces; aws-k8s-tester pull request 531",
    on="node",
    check=check,
    fix="set DeleteOnTermination: true on every interface",
)
