"""How many nodes the organization allows."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...options import Context
from ...rule import Hit, Rule, Skip
from .totals import over_limit


def check(template: Template, context: Context) -> Iterator[Hit | Skip]:
    """Add the nodes of all groups of the review."""
    allowed = context.options.policy.max_nodes
    if allowed is None:
        yield Skip("no policy says how many nodes are allowed")
        return
    yield from over_limit(template, context, allowed, "nodes", lambda _launch, nodes: nodes)


RULE = Rule(
    id="TRN804",
    title="The groups have no more nodes than allowed",
    level=Level.ERROR,
    why="A wrong digit in a group's size is the most expensive typing mistake there is.",
    source="the organization's policy file",
    on="template",
    check=check,
    fix="lower the sizes of the groups",
)
