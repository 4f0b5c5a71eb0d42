"""A group and its launch template that name different placement groups."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import same_resource, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_KINDS = ("asg", "batch")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare both; which of them the service takes is not documented."""
    group, inner = launch.group, launch.node.placement_group
    if group is None or group.kind not in _KINDS or group.placement_group in (None, "") or inner in (None, ""):
        return
    outer, path = group.placement_group, group.placement_path
    if same_resource(outer) == same_resource(inner):
        return
    hidden = next((item for item in (outer, inner) if isinstance(item, Unknown)), None)
    if hidden is not None:
        what = "whether group and launch template name one placement group"
        yield cannot_tell(what, hidden, path, group.resource)
    else:
        text = f"{path[-1]} is {shown(outer)}, the launch template names {shown(inner)}"
        yield Hit(text, path, resource=group.resource)


RULE = Rule(
    id="TRN412",
    title="A group and its launch template name one placement group",
    level=Level.WARNING,
    why="One of the two is not used, and nodes that were meant to be near each other are not.",
    source="this project: the APIs do not say which one counts",
    on="launch",
    check=check,
    fix="name the placement group on the group only",
)
