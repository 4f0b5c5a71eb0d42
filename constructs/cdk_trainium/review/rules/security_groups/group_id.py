"""A security group that is named by something else than its id."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.identifiers import is_other_id
from ....findings import Level
from ....wording import as_written
from ...model import Node
from ...model.values import as_list
from ...options import Context
from ...rule import Hit, Rule
from ..interfaces.shared_fault import on_interfaces


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Judge literals; names have a property of their own, ``SecurityGroups``."""
    written = (text for item in node.interfaces for text in item.groups.values() if isinstance(text, str))
    for text in dict.fromkeys(text for text in written if is_other_id(text, "sg")):
        items = [item for item in node.interfaces if text in item.groups.values()]
        yield on_interfaces(_no_id(text), items, "Groups")
    for value in as_list(node.data.get("SecurityGroupIds")):
        if is_other_id(value, "sg"):
            yield _no_id(value)._replace(path=node.at("SecurityGroupIds"))


def _no_id(text: object) -> Hit:
    return Hit(f"a security group is named by no id of one; got {as_written(text)}; allowed: sg-…")


RULE = Rule(
    id="TRN211",
    title="Security groups of nodes are named by their ids",
    level=Level.ERROR,
    why="EC2 refuses a name, an ARN or the id of something else when the first node is launched.",
    source="EC2 API, InstanceNetworkInterfaceSpecification",
    on="node",
    check=check,
    fix="name the id of the group, or refer to it with Fn::GetAtt GroupId",
)
