"""A look-up in a map that leads to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import NoSuchKey
from ....template.names import MAP
from ...model.names import may_define
from ...model.unread import unread_in
from ...options import Context
from ...rule import Hit, Rule, unknown
from ...subjects import Described


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Search for look-ups that lead to nothing, the region's among them; what they write out themselves is TRN918's."""
    maybe = may_define(item.resource.template, MAP)
    for path, node in unread_in(item.branch.properties, NoSuchKey):
        if not node.named:
            text = f"{node.reason}: {maybe}"
            yield unknown(text, path, "review the processed template") if maybe else Hit(node.reason, path)


RULE = Rule(
    id="TRN927",
    title="Maps have the entries that are looked up",
    level=Level.ERROR,
    why="CloudFormation refuses the template: a map of images lacks the region that the stack goes to.",
    source="CloudFormation Template Reference, Fn::FindInMap",
    on="described",
    check=check,
    fix="add the entry, or a DefaultValue",
    texts=("FindInMap",),
)
