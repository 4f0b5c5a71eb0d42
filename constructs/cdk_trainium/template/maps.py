"""Entries of the section ``Mappings``, found as CloudFormation finds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .values import Value, known_text

__all__ = ["entry_of"]


def entry_of(node: Mapping[str, Any], key: Value) -> Any:
    """Return the entry of ``node`` that ``key`` leads to, None when there is none.

    YAML reads a key and a literal without quotes alike, so that ``Yes`` finds ``Yes``, which is true on both sides; a
    key is kept here as it is written.
    """
    text = known_text(key)
    if text in node:
        return node[text]
    return next((item for name, item in node.items() if _is_read_as(str(name), key)), None)


def _is_read_as(name: str, key: Value) -> bool:
    """Return whether ``name`` without quotes is what ``key`` is: text stands for a boolean, but for no number."""
    from .yaml_values import plain  # here, since hardly any look-up comes this far

    try:
        value = plain(name)
    except (KeyError, ValueError):
        return False
    if isinstance(value, str):
        return False
    return (type(value) is type(key) and bool(value == key)) or (isinstance(value, bool) and known_text(value) == key)
