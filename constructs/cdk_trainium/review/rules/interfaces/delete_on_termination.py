"""Interfaces that outlive their node."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....wording import counted
from ...model import Node
from ...model.values import as_true, is_hidden
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .shared_fault import on_interfaces, seats


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """List the interfaces of a node with several whose ``DeleteOnTermination`` is not true."""
    if len(node.interfaces) < 2:
        return
    kept = [item for item in node.interfaces if item.data and _stays(item.data)]
    if kept:
        which = f"{counted(len(kept), 'interface')} without DeleteOnTermination: true"
        yield Hit(
            f"{which}{seats(kept)}, left when a node goes",
            kept[0].path,
            evidence={"interfaces": [item.label for item in kept]},
        )
    hidden = [item for item in node.interfaces if is_hidden(item.data.get("DeleteOnTermination"))]
    if hidden:
        told = cannot_tell("whether DeleteOnTermination is true", hidden[0].data["DeleteOnTermination"])
        yield on_interfaces(told, hidden, "DeleteOnTermination")


def _stays(data: object) -> bool:
    value = data.get("DeleteOnTermination") if isinstance(data, dict) else None
    existing = isinstance(data, dict) and "NetworkInterfaceId" in data
    return not (existing or as_true(value) or is_hidden(value))


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
