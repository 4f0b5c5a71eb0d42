"""YAML that CloudFormation does not read as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....template import Template
from ...rule import Hit, Path
from .yaml_nodes import composed

__all__ = ["aliases"]

_MERGE = "tag:yaml.org,2002:merge"


def aliases(template: Template) -> Iterator[Hit]:
    """Yield a warning of the first alias or merge; both are written out by what packages a template.

    Source: CloudFormation User Guide, template formats; AWS News Blog, 2016-09-19.
    """
    path = next(_used(composed(template.text.raw), (), set()), None) if template.text.shares else None
    if path is not None:
        name = _name(path)
        text = f"{name} is an alias or a merge of YAML, which CloudFormation does not take"
        yield Hit(text, path, "write it out; aws cloudformation package and sam do so", Level.WARNING)


def _name(path: Path) -> str:
    name = next((str(step) for step in reversed(path) if isinstance(step, str)), "the template")
    return name if path and isinstance(path[-1], str) else f"an item of {name}"


def _used(node: Any, path: Path, seen: set[int]) -> Iterator[Path]:
    """Yield the places of merges, and of nodes that were there before: so the composer shows aliases."""
    if id(node) in seen:
        yield path
        return
    seen.add(id(node))
    if node.id == "mapping":
        for key, value in node.value:
            if key.tag == _MERGE:
                yield (*path, "<<")
            yield from _used(value, (*path, key.value if isinstance(key.value, str) else "?"), seen)
    elif node.id == "sequence":
        for at, item in enumerate(node.value):
            yield from _used(item, (*path, at), seen)
