"""Nodes that nobody can charge to anyone."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.tags import tags_of
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Ask accelerated nodes for a tag besides Name and those of AWS."""
    if not launch.infos:
        return
    tags, path = tags_of(launch), launch.node.at("TagSpecifications")
    if any(name != "Name" and not name.startswith("aws:") for name in tags.keys):
        return
    if tags.hidden:
        yield unknown("whether nodes have a tag that says who pays for them cannot be told", path)
    else:
        yield Hit("nodes have no tag that says who pays for them", path)


RULE = Rule(
    id="TRN707",
    title="Nodes are tagged with their cost owner",
    level=Level.INFO,
    why="A node costs up to hundreds of dollars an hour; untagged it shows up in no team's bill.",
    source="AWS Billing User Guide, cost allocation tags",
    on="launch",
    check=check,
    fix="tag instances in the launch template, or Tags with PropagateAtLaunch on the group",
)
