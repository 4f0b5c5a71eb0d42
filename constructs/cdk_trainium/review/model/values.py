"""Small readings of resolved values."""

from __future__ import annotations

import re
from typing import Any

from ...launches.values import as_int, as_list, as_map
from ...template import Reference, Unknown, Value

__all__ = ["as_int", "as_list", "as_map", "as_true", "how_to_tell", "is_hidden", "same_resource", "shown"]

_HOLE = re.compile(r"\$\{([^${}]+)\}")


def as_true(value: Value) -> bool:
    """Return whether ``value`` is true or ``"true"``."""
    return value is True or (isinstance(value, str) and value.lower() == "true")


def is_hidden(value: Value) -> bool:
    """Return whether the template does not tell ``value``."""
    return isinstance(value, Unknown)


def how_to_tell(hidden: Unknown) -> str:
    """Return the hint for what hides a value when that is the region; empty leaves it to the rule."""
    return "say the region with --region" if "AWS::Region" in hidden.reason else ""


def same_resource(value: Value) -> Any:
    """Return a key that is equal for two values that name one resource, by ``Ref``, attribute, parameter or id."""
    if isinstance(value, Reference):
        return value.target
    return value if isinstance(value, str | Unknown) else repr(value)


def shown(value: Value) -> str:
    """Return ``value`` as a message shows it."""
    if isinstance(value, Reference):
        return value.logical_id
    if isinstance(value, Unknown):
        hole = _HOLE.fullmatch(value.text)
        return hole.group(1) if hole else value.text or value.reason
    return str(value)
