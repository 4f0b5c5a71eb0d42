"""Placeholders of context look-ups that never happened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import Resource, Template
from ...options import Context
from ...rule import Hit, Path, Rule

_DUMMY = re.compile(r"dummy-value-for-.*|dummy1[a-c]|ami-1234|vpc-12345|[ps]-(?:12345|67890)|rtb-12345|DUMMY")
_HINTS = ("dummy", "DUMMY", "ami-1234", "-12345", "-67890")
"""One of them is part of every placeholder; searching the file for them is cheap."""


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Search every string of every resource, but only when the file has such a string at all."""
    if not any(hint in template.text.raw for hint in _HINTS):
        return
    for resource in template.resources.values():
        for path, text in _strings(resource):
            yield Hit(f"{text} is a placeholder: a context lookup was not resolved", path, resource=resource)


def _strings(resource: Resource) -> Iterator[tuple[Path, str]]:
    todo: list[tuple[Path, Any]] = [(("Properties",), resource.data.get("Properties"))]
    while todo:
        path, node = todo.pop()
        if isinstance(node, str):
            if _DUMMY.fullmatch(node):
                yield path, node
        elif isinstance(node, dict):
            todo += [((*path, key), value) for key, value in node.items()]
        elif isinstance(node, list):
            todo += [((*path, index), value) for index, value in enumerate(node)]


RULE = Rule(
    id="TRN515",
    title="No placeholder of a context lookup is left",
    level=Level.ERROR,
    why="Without credentials CDK fills lookups with placeholders and synthesis succeeds; the deployment cannot.",
    source="aws-cdk issues 7382 and 32214; seen with aws-cdk-lib 2.275.0",
    on="template",
    check=check,
    fix="commit cdk.context.json, or pass the id",
)
