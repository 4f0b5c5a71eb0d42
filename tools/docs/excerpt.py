"""What differs between two templates, short enough for a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

__all__ = ["as_yaml", "difference", "shortened"]

_MORE = re.compile(r"(?m)^(\s*)(?:- )?'?@more (\d+)@?'?(?:: null)?$")
_MOST_ITEMS, _MOST_CHARACTERS, _KEPT = 4, 200, 2


def difference(data: Any, other: Any) -> Any:
    """Return the part of ``data`` that ``other`` has not, with what says where it is; None when there is none."""
    if data == other:
        return None
    if isinstance(data, dict) and isinstance(other, dict):
        return _mapping(data, other)
    if isinstance(data, list) and isinstance(other, list) and len(data) == len(other):
        found = [difference(item, before) for item, before in zip(data, other, strict=True)]
        return _without_same([item for item in found if item is not None], sum(item is None for item in found))
    return data


def _mapping(data: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any] | None:
    found = {key: part for key, value in data.items() if (part := difference(value, other.get(key))) is not None}
    if found and "Type" in data:
        found = {"Type": data["Type"], **found}
    return found or None


def _without_same(items: list[Any], same: int) -> list[Any]:
    return [*items, f"@more {same}@"] if same else items


def shortened(data: Any) -> Any:
    """Return ``data`` with long texts, lists and objects cut, and how much is left out."""
    if isinstance(data, str) and len(data) > _MOST_CHARACTERS:
        return f"{data[:20]}… ({len(data):,} characters)"
    if isinstance(data, list):
        kept = data if len(data) <= _MOST_ITEMS else [*data[:_KEPT], f"@more {len(data) - _KEPT}@"]
        return [shortened(item) for item in kept]
    if isinstance(data, dict):
        many = len(data) > _MOST_ITEMS * 5
        short = {key: shortened(value) for key, value in list(data.items())[: _KEPT if many else None]}
        return {**short, f"@more {len(data) - _KEPT}@": None} if many else short
    return data


def as_yaml(data: Any) -> str:
    """Return ``data`` as YAML; what was left out is a comment."""
    text = yaml.safe_dump(data, sort_keys=False, width=110, allow_unicode=True)
    return _MORE.sub(r"\1# \2 more", text)
