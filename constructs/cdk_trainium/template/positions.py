"""From a path in resolved properties back to the path in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .conditions import Truths

__all__ = ["raw_path", "written_at"]

_IF = "Fn::If"


def raw_path(data: Any, path: Sequence[str | int], when: Truths) -> list[str | int]:
    """Return ``path`` with the ``Fn::If`` steps it crosses in the branch ``when``; stops where the file has no more."""
    raw: list[str | int] = []
    node = _chosen(data, when, raw)
    for step in path:
        index = _index(node, step, when) if isinstance(step, int) else step
        if index is None or not _has(node, index):
            return raw
        raw.append(index)
        node = _chosen(node[index], when, raw)
    return raw


def written_at(data: Any, path: Sequence[str | int], when: Truths) -> Any:
    """Return what the file writes at ``path`` in the branch ``when``; None where a function writes it."""
    node, left, raw = data, len(path), raw_path(data, path, when)
    for before, step in zip([None, *raw], raw, strict=False):
        node = node[step]
        left -= _IF not in (step, before)
    return None if left else node


def _has(node: Any, step: str | int) -> bool:
    return step in node if isinstance(node, dict) else isinstance(node, list) and isinstance(step, int)


def _chosen(node: Any, when: Truths, raw: list[str | int]) -> Any:
    while isinstance(node, dict) and len(node) == 1 and _is_if(node.get(_IF)):
        condition, *_ = node[_IF]
        side = 1 if when.get(condition, True) else 2
        raw += [_IF, side]
        node = node[_IF][side]
    return node


def _is_if(argument: Any) -> bool:
    return isinstance(argument, list) and len(argument) == 3 and isinstance(argument[0], str)


def _index(node: Any, wanted: int, when: Truths) -> int | None:
    """Return the index in the file of item ``wanted`` once items without a value are gone."""
    if not isinstance(node, list):
        return None
    kept = -1
    for index, item in enumerate(node):
        if _chosen(item, when, []) != {"Ref": "AWS::NoValue"}:
            kept += 1
        if kept == wanted:
            return index
    return None
