"""Names and ids of launch templates: their form."""

from __future__ import annotations

import re

from ...constraints.identifiers import resource_pattern
from ...constraints.placeholders import placeholders
from ...template import Mixed, Value, known_text
from ...wording import as_written, counted

__all__ = ["is_id", "wrong_id", "wrong_name"]

_ID = re.compile(resource_pattern("lt"))
_OTHER, _ALLOWED = re.compile(r"[^a-zA-Z0-9().\-/_]"), "letters, digits and ( ) . - / _"
_LEAST, _MOST = 3, 128
"""Source: EC2 API of botocore 1.44.8, LaunchTemplateName."""


def is_id(value: Value) -> bool:
    """Return whether ``value`` has the form of an id."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def wrong_id(value: Value) -> str:
    """Return what is wrong with ``value`` as the id of a launch template, a clause; empty when nothing is known."""
    text = _written(value)
    fits = not isinstance(text, str) or is_id(text) or any(placeholders(text))
    return "" if fits else f"is no id; got {as_written(text)}"


def wrong_name(value: Value) -> str:
    """Return what is wrong with ``value`` as the name of a launch template, a clause; empty when nothing that is known.

    Its known parts tell: a character that no name has, or more of them than a name has.
    """
    value = _written(value)
    parts = value.parts if isinstance(value, Mixed) else (value,)
    known = "".join(part for part in parts if isinstance(part, str))
    if any(placeholders(known)):
        return ""
    if (other := _OTHER.search(known)) is not None:
        return f"has {other.group()!r}; got {as_written(known_text(value))}; allowed: {_ALLOWED}"
    short = isinstance(value, str) and len(known) < _LEAST
    if short or len(known) > _MOST:
        least, got = "" if isinstance(value, str) else "at least ", as_written(known_text(value))
        return f"has {least}{counted(len(known), 'character')}; got {got}; allowed: {_LEAST} to {_MOST}"
    return ""


def _written(value: Value) -> Value:
    """Return a number, true and false as the text that CloudFormation makes of them; all else as it is."""
    return known_text(value) if isinstance(value, int | float) else value
