"""Control characters, written out: a value of a template may neither break a line nor steer a terminal."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

__all__ = ["visible"]

_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Controls, line breaks, marks that turn the direction of writing, halves of surrogate pairs, what is no character."""
_T = TypeVar("_T")


def visible(value: _T) -> _T:
    r"""Return ``value``, a report or any part of it, with ``\n`` and ``\x1b`` in place of such characters."""
    made: Any = value
    if isinstance(value, str):
        made = value if isinstance(value, Enum) else _HIDDEN.sub(_escaped, value)  # the words of an enum are our own
    elif isinstance(value, tuple):
        items = map(visible, value)
        made = value._make(items) if hasattr(value, "_make") else tuple(items)
    elif is_dataclass(value) and not isinstance(value, type):
        made = replace(value, **{item.name: visible(getattr(value, item.name)) for item in fields(value)})
    return made  # type: ignore[no-any-return]


def _escaped(match: re.Match[str]) -> str:
    return match.group().encode("unicode_escape").decode()
