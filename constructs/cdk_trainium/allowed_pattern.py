"""Try an ``AllowedPattern``, which CloudFormation reads as Java does, where Java's engine and ours read it alike."""

from __future__ import annotations

import re
from math import prod

__all__ = ["matches"]

_MOST_STEPS = 5 * 10**7
"""About one second."""
_TEXT = re.compile("[ -~]*")
"""Of other letters, and of ends of lines, each engine thinks in its own way."""
_ESCAPE = r"\\(?:[dDwWsStnrf!-/:;=?@\[-`{-~]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})"
"""Not ``\\<``, an end of a word in Rust."""
_CHAR = r"[ -#%-',\-/->@-Z\]_-z}~]"
_SET = rf"\[\^?+(?:{_ESCAPE}|(?!&&|--|~~)[ -Z^-~])+\]"
"""Without sets in sets, differences and the like."""
_TIMES = r"(?:(?:[*+?]|\{[0-9]{1,9}(?:,[0-9]{0,9})?\})\??)?"
_PATTERN = re.compile(rf"(?:(?:{_CHAR}|\.|{_ESCAPE}|{_SET}|\)){_TIMES}|\((?:\?:|(?!\?))|[|^$])*+")
"""What all have in common: letters, sets, groups, alternatives, repeats, begin and end of all."""
_COUNT = re.compile(r"(\)?)\{(?:[0-9]{1,9},)?([0-9]{1,9})")


def matches(pattern: str, text: str) -> bool | None:
    """Return whether all of ``text`` matches ``pattern`` in Java.

    None when another engine may see it in another way, when it is malformed, or when it takes too long.
    """
    if not _TEXT.fullmatch(text) or not _PATTERN.fullmatch(pattern) or _steps(pattern, len(text)) > _MOST_STEPS:
        return None
    # Rust's engine never goes back, so that the longest way is its states times the letters.
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    try:
        SchemaValidator(core_schema.str_schema(pattern=pattern))  # the group below would make «a)(b» one
        whole = SchemaValidator(core_schema.str_schema(pattern=rf"\A(?:{pattern})\z"))
    except SchemaError:
        return None
    return whole.isinstance_python(text)


def _steps(pattern: str, length: int) -> int:
    """Return how many steps a text of ``length`` may take at most."""
    counts = [(group, int(times)) for group, times in _COUNT.findall(pattern)]
    states = len(pattern) + sum(times for group, times in counts if not group)
    return states * prod(max(1, times) for group, times in counts if group) * length
