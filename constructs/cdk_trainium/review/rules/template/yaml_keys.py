"""Keys of YAML that CloudFormation reads as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....template import Template
from ...rule import Hit, Path
from .yaml_nodes import composed

__all__ = ["numeric_keys"]

_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


def numeric_keys(template: Template) -> Iterator[Hit]:
    """Yield the first key that is a number, ``123456789012: …``; what a transform makes of one is not known.

    Source: CloudFormation refuses it ("map keys must be strings; received numeric"), as issue 292 of cfn-lint and
    change 404 of the CloudFormation User Guide quote it.
    """
    if template.transforms or not template.text.numbers:
        return
    path = next(_numbers(composed(template.text.raw), (), set()), None)
    if path is not None:
        text = f"the key {path[-1]} is a number without quotes; allowed: text"
        yield Hit(text, path, "put it into quotes, and each other key of digits")


def _numbers(node: Any, path: Path, seen: set[int]) -> Iterator[Path]:
    if id(node) in seen:
        return
    seen.add(id(node))
    if node.id == "mapping":
        for key, value in node.value:
            step = key.value if isinstance(key.value, str) else "?"
            if key.tag in _NUMBERS and ":" not in step:
                yield (*path, step)
            yield from _numbers(value, (*path, step), seen)
    elif node.id == "sequence":
        for at, item in enumerate(node.value):
            yield from _numbers(item, (*path, at), seen)
