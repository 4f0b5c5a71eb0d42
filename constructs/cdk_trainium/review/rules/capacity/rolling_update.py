"""A rolling update that keeps as many nodes as the group may have."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Group
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_NAME = "AutoScalingRollingUpdate"
_WHERE = ("UpdatePolicy", _NAME, "MinInstancesInService")


def check(group: Group, _context: Context) -> Iterator[Hit]:
    """Compare ``MinInstancesInService`` with ``MaxSize``: one node at least must be free to be replaced."""
    written = as_map(group.branch.update_policy.get(_NAME)).get("MinInstancesInService")
    if group.kind != "asg" or written is None or as_int(written) == 0:
        return
    most = group.sizes[2]
    hidden = next((value for value in (written, most) if isinstance(value, Unknown)), None)
    kept, size = as_int(written), as_int(most)
    if hidden is not None:
        yield cannot_tell("whether a rolling update may replace a node", hidden, _WHERE)
    elif kept is not None and size is not None and kept >= size > 0:
        yield Hit(f"MinInstancesInService is not below MaxSize; got {kept}; allowed: at most {size - 1}", _WHERE)


RULE = Rule(
    id="TRN368",
    title="A rolling update may take a node out of service",
    level=Level.ERROR,
    why="CloudFormation needs MinInstancesInService below MaxSize; there is no spare node to replace one beside it.",
    source="CloudFormation, UpdatePolicy attribute: AutoScalingRollingUpdate",
    on="group",
    check=check,
    fix="set MinInstancesInService: 0, training stops for the update anyhow",
)
