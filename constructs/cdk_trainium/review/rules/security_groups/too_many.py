"""More security groups than an interface takes."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Node
from ...model.values import as_list, same_resource
from ...options import Context
from ...rule import Hit, Rule
from ..interfaces.shared_fault import on_interfaces

_USUAL, _MOST = 5, 16
"""Default and maximum of the quota L-2AFB9258."""
_TOP = ("SecurityGroupIds", "SecurityGroups")


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Count the groups of each interface; beyond the default it is for the quota of the account to say."""
    for count in sorted({len(item.groups) for item in node.interfaces if len(item.groups) > _USUAL}):
        items = [item for item in node.interfaces if len(item.groups) == count]
        yield on_interfaces(_too_many(count), items, "Groups")
    for name in _TOP:  # of an interface that EC2 makes by itself
        count = len({same_resource(item) for item in as_list(node.data.get(name))})
        if count > _USUAL:
            yield _too_many(count)._replace(path=node.at(name))


def _too_many(count: int) -> Hit:
    text = f"{count} security groups on one interface; the default quota is {_USUAL}, the maximum {_MOST}"
    return Hit(text, level=None if count > _MOST else Level.WARNING)


RULE = Rule(
    id="TRN206",
    title="An interface has no more security groups than its quota takes",
    level=Level.ERROR,
    why="EC2 refuses the launch, and the group tries it again.",
    source="Amazon VPC User Guide, quotas: security groups per network interface",
    on="node",
    check=check,
    fix="put the rules into fewer groups",
)
