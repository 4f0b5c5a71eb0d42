"""A look-up in a map that leads to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Encoded, Mixed, NoSuchKey, Value
from ....template.names import MAP
from ...model.names import may_define
from ...options import Context
from ...rule import Hit, Path, Rule, unknown
from ...subjects import Described


def check(item: Described, _context: Context) -> Iterator[Hit]:
    """Search for look-ups that lead to nothing, the region's among them; what they write out themselves is TRN918's."""
    maybe = may_define(item.resource.template, MAP)
    todo: list[tuple[Path, Value]] = [(("Properties",), item.branch.properties)]
    while todo:
        path, node = todo.pop()
        if isinstance(node, NoSuchKey):
            if not node.named:
                text = f"{node.reason}: {maybe}"
                yield unknown(text, path, "review the processed template") if maybe else Hit(node.reason, path)
        elif isinstance(node, Mapping):
            todo += [((*path, name), value) for name, value in node.items()]
        elif isinstance(node, list):
            todo += [((*path, index), value) for index, value in enumerate(node)]
        elif isinstance(node, Encoded | Mixed):
            todo += [(path, value) for value in (node.parts if isinstance(node, Mixed) else [node.value])]


RULE = Rule(
    id="TRN927",
    title="Maps are looked up as CloudFormation does, and have the entries",
    level=Level.ERROR,
    why="CloudFormation refuses the template: a map of images lacks the region that the stack goes to.",
    source="CloudFormation Template Reference, Fn::FindInMap and its enhancements",
    on="described",
    check=check,
    fix="add the entry, or a DefaultValue",
    texts=("FindInMap",),
)
