"""Placeholders of context look-ups that never happened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import OneOf, Value
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched

_NUMBER = r"(?:1234(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?|[56]7890)[sp]?"
_ID = rf"(?:ami|vpc|subnet|sg|rtb|eni|igw|nat|vgw|s|p)-{_NUMBER}"
_DUMMY = re.compile(rf"dummy-value-for-.*|dummy1[a-f]|DUMMY|{_ID}|1234abcd-12ab-34cd-56ef-1234567890ab")


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Search every string of the resource, also of a parameter's default, a mapping, every entry that may be meant."""
    todo: list[tuple[Path, Value, str]] = [(("Properties",), item.branch.properties, "")]
    while todo:
        path, node, key = todo.pop()
        if isinstance(node, str):
            for text in node.split(",") if _DUMMY.search(node) else ():
                if _DUMMY.fullmatch(text.strip()):
                    yield Hit(f"{text.strip()}{key} is a placeholder: a context lookup was not resolved", path)
        elif isinstance(node, Mapping):
            todo += [((*path, name), value, key) for name, value in node.items()]
        elif isinstance(node, list):
            todo += [((*path, index), value, key) for index, value in enumerate(node)]
        elif isinstance(node, OneOf):
            todo += [(path, value, f" (for {name})") for name, value in node.choices]


RULE = Rule(
    id="TRN515",
    title="No placeholder of a context lookup is left",
    level=Level.ERROR,
    why="Without credentials CDK fills lookups with placeholders and synthesis succeeds; the deployment cannot.",
    source="aws-cdk issues 7382 and 32214; seen with aws-cdk-lib 2.275.0",
    on="resource",
    check=check,
    fix="commit cdk.context.json, or pass the id",
    texts=("dummy", "DUMMY", "-1234", "7890"),
)
