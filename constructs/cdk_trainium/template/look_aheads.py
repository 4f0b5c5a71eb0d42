"""Patterns with look-aheads at their begin, which are tried one after the other instead of in every combination."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from math import prod

__all__ = ["branches_of", "holds"]

_MOST_BRANCHES = 100
_AHEAD, _NOT_AHEAD, _PLAIN = "(?=", "(?!", "(?:"
_BOUND = re.compile(r"\\[1-9]|\A\(\?[is]+\)")
"""What means something by its place in the whole: references to groups, and flags of all that follows."""
_PARENTHESIS_OR_BAR = re.compile(r"[()|]")
_REST = r"[\s\S]*"

Try = Callable[[str], bool | None]


def branches_of(common: str) -> int:
    """Return in how many combinations the alternatives of ``common`` may be tried."""
    return prod(part.count("|") + 1 for part in common.split(")"))


def holds(common: str, one: Try) -> bool | None:
    """Return whether the whole text matches ``common``, None when that cannot be told.

    Args:
        common: a pattern whose literals are escaped, so that each parenthesis and bar is a sign.
        one: tells it of a pattern as it is, as far as it can.
    """
    found = one(common)
    if found is not None or _BOUND.search(common) or branches_of(common) > _MOST_BRANCHES:
        return found
    return _any(_sequence(part, one) for part in _alternatives(common))


def _sequence(part: str, one: Try) -> bool | None:
    """Return whether the whole text matches ``part``, which has no alternatives but in groups."""
    part = part.removeprefix("^")
    end = _end_of_group(part)
    head, rest = part[:end], part[end:]
    if end == 0 or rest[:1] in ("*", "+", "?", "{"):
        return one(part)
    if head.startswith((_AHEAD, _NOT_AHEAD)):
        ahead = holds(f"(?:{head[3:-1]}){_REST}", one)
        return _both(None if ahead is None else ahead is head.startswith(_AHEAD), holds(rest, one))
    if head.startswith("(?") and not head.startswith(_PLAIN):
        return one(part)
    return _any(holds(inner + rest, one) for inner in _alternatives(head[3 if head.startswith(_PLAIN) else 1 : -1]))


def _alternatives(common: str) -> list[str]:
    """Return the parts of ``common`` between the bars that are in no group."""
    depth, begin, parts = 0, 0, []
    for sign in _PARENTHESIS_OR_BAR.finditer(common):
        depth += {"(": 1, ")": -1}.get(sign.group(), 0)
        if depth == 0 and sign.group() == "|":
            parts.append(common[begin : sign.start()])
            begin = sign.end()
    return [*parts, common[begin:]]


def _end_of_group(part: str) -> int:
    """Return where the group ends with which ``part`` begins; 0 when it begins with none."""
    depth = 0
    for sign in _PARENTHESIS_OR_BAR.finditer(part) if part.startswith("(") else ():
        depth += {"(": 1, ")": -1}.get(sign.group(), 0)
        if depth == 0:
            return sign.end()
    return 0


def _any(found: Iterable[bool | None]) -> bool | None:
    answers = set(found)
    return True if True in answers else None if None in answers else False


def _both(left: bool | None, right: bool | None) -> bool | None:
    return False if False in (left, right) else None if None in (left, right) else True
