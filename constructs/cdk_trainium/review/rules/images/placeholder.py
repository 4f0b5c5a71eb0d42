"""Placeholders of context look-ups that never happened, and of people who meant to come back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....constraints.placeholders import placeholders
from ....findings import Level
from ....template import Encoded, Mixed, OneOf, Value
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Search every string of the resource, also of a parameter's default, a mapping, every entry that may be meant."""
    todo: list[tuple[Path, Value, str]] = [(("Properties",), item.branch.properties, "")]
    while todo:
        path, node, key = todo.pop()
        if isinstance(node, str):
            for found in placeholders(node):
                yield Hit(f"{found.text}{key} is a placeholder: {found.why}", path)
        elif isinstance(node, Mapping):
            todo += [((*path, name), value, key) for name, value in node.items()]
        elif isinstance(node, list):
            todo += [((*path, index), value, key) for index, value in enumerate(node)]
        elif isinstance(node, Encoded | Mixed):
            todo += [(path, value, key) for value in (node.parts if isinstance(node, Mixed) else [node.value])]
        elif isinstance(node, OneOf):
            todo += [(path, value, f" (for {name})") for name, value in node.choices]


RULE = Rule(
    id="TRN515",
    title="No placeholder is left where an id or a value belongs",
    level=Level.ERROR,
    why="Without credentials CDK fills lookups with placeholders and synthesis succeeds; the deployment cannot.",
    source="aws-cdk issues 7382 and 32214; seen with aws-cdk-lib 2.275.0",
    on="resource",
    check=check,
    fix="commit cdk.context.json, or pass the id",
    texts=("dummy", "DUMMY", "-1234", "7890", "-xxxx", "-XXXX", "-0000"),
)
