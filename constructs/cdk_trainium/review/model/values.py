"""Small readings of resolved values."""

from __future__ import annotations

from ...launches.values import as_int, as_list, as_map, same_resource, shown
from ...template import Unknown, Value
from ...template.values import laid_over, macro_in, member, rewritten

__all__ = [
    "as_int",
    "as_list",
    "as_map",
    "as_true",
    "how_to_tell",
    "is_hidden",
    "laid_over",
    "macro_in",
    "member",
    "rewritten",
    "same_resource",
    "shown",
]


def as_true(value: Value) -> bool:
    """Return whether ``value`` is true or ``"true"``."""
    return value is True or (isinstance(value, str) and value.lower() == "true")


def is_hidden(value: Value) -> bool:
    """Return whether the template does not tell ``value``."""
    return isinstance(value, Unknown)


def how_to_tell(hidden: Unknown) -> str:
    """Return the hint for what hides a value when that is the region; empty leaves it to the rule."""
    return "say the region with --region" if "AWS::Region" in hidden.reason else ""
