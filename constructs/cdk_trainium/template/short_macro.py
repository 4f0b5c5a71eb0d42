"""``Transform`` in a section: the short form of ``Fn::Transform``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .values import MACRO

__all__ = ["spell_out"]

_SHORT = "Transform"
_SECTIONS = ("Mappings", "Conditions", "Resources", "Outputs", "Rules")
_CALL = frozenset(("Name", "Parameters"))


def spell_out(data: Mapping[str, Any]) -> None:
    """Write ``Fn::Transform`` for each short form in the sections of the template ``data``; no property is so called.

    Source: CloudFormation Template Reference, Fn::Transform, syntax.
    """
    todo = [data[name] for name in _SECTIONS if name in data]
    for node in todo:
        if isinstance(node, dict):
            if _is_call(node.get(_SHORT)) and MACRO not in node:
                _rename(node)
            todo += node.values()
        elif isinstance(node, list):
            todo += node


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("Name"), str) and value.keys() <= _CALL


def _rename(node: dict[str, Any]) -> None:
    items = [(MACRO if name == _SHORT else name, item) for name, item in node.items()]
    node.clear()
    node.update(items)
