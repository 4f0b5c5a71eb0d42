"""Names of launch templates: their form."""

from __future__ import annotations

import re

from ...constraints.placeholders import placeholders
from ...template import Mixed, Value, known_text
from ...wording import as_written, counted

__all__ = ["wrong_name"]

_OTHER, _ALLOWED = re.compile(r"[^a-zA-Z0-9().\-/_]"), "letters, digits and ( ) . - / _"
_LEAST, _MOST = 3, 128
"""Source: EC2 API of botocore 1.44.8, LaunchTemplateName."""


def wrong_name(value: Value) -> str:
    """Return what is wrong with ``value`` as the name of a launch template, a clause; empty when nothing that is known.

    Its known parts tell: a character that no name has, or more of them than a name has.
    """
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
