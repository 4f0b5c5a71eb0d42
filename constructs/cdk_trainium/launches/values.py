"""Small readings of resolved values."""

from __future__ import annotations

import re
from typing import Any

from ..template import Reference, Unknown, Value
from ..template.values import as_map
from ..wording import as_written

__all__ = ["as_int", "as_list", "as_map", "counted", "same_resource", "shown"]

_HOLE = re.compile(r"\$\{([^${}]+)\}")


def as_int(value: Value) -> int | None:
    """Return ``value`` as a whole number, also ``"4"``; None when it is none."""
    if type(value) is int:  # a bool is none
        return value
    try:
        return int(value) if isinstance(value, str) else None
    except ValueError:
        return None


def as_list(value: Value) -> list[Any]:
    """Return ``value`` when it is a list, a list of it when it is anything else but nothing."""
    return value if isinstance(value, list) else [] if value is None else [value]


def counted(value: Value, default: int) -> int | Unknown:
    """Return ``value`` as a whole number, ``default`` where nothing is written; an Unknown when it is none."""
    if value is None:
        return default
    number = as_int(value)
    if number is not None:
        return number
    return value if isinstance(value, Unknown) else Unknown(f"{as_written(value, 40)} is no whole number")


def same_resource(value: Value) -> Any:
    """Return a key that is equal for two values that name one resource, by ``Ref``, attribute, parameter or id."""
    if isinstance(value, Reference):
        return value.target
    return value if isinstance(value, str | Unknown) else repr(value)


def shown(value: Value) -> str:
    """Return ``value`` as a message shows it, behind a noun or in its place.

    Where its reason is all that is known it is in brackets: a reason is a clause, which reads as no name.
    """
    if isinstance(value, Reference):
        return value.logical_id
    if isinstance(value, Unknown):
        hole = _HOLE.fullmatch(value.text)
        return hole.group(1) if hole else value.text or f"({value.reason})"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
