"""Try an ``AllowedPattern``, which CloudFormation reads as Java does, where Java's engine and ours read it alike."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

__all__ = ["matches"]

_MOST_STEPS = 10**6
"""At most 40 milliseconds, so that the 200 parameters of a template take seconds; real ones need some thousands."""
_LETTER, _CLASS = 200, 10**4
"""Steps, in time, to read a letter or a set of a pattern, and one that Rust takes for a class of all languages."""
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
_ATOM_ALONE, _PAIR = re.compile(rf"{_SET}|{_ESCAPE}"), re.compile(r"\\.")
_ATOM = re.compile(rf"({_SET}|{_ESCAPE}|.)(?:\{{(?:[0-9]{{1,9}},)?([0-9]{{1,9}}))?")
_OF_ALL_LANGUAGES = re.compile(r"\\[dDwWsS]")
_BESIDE_DASH = re.compile(rf"(?<!\[)(?<!\[\^)-{_OF_ALL_LANGUAGES.pattern}|{_OF_ALL_LANGUAGES.pattern}-(?!\])")
_IN_TEXT = {
    "d": "0-9",
    "D": r"\x20-\x2f\x3a-\x7e",
    "w": "0-9A-Z_a-z",
    "W": r"\x20-\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7e",
    "s": r"\x20",
    "S": r"\x21-\x7e",
}
"""What the classes have of the letters of `_TEXT`: these take as long as any set does."""
_FEW_WAYS = re.compile(r"[^*+?{]*(?:[^)*+?{][*+?{][^*+?{]*)?")
"""With one repeat, that of no group: of its copies hardly more than one is looked at for each letter."""


def matches(pattern: str, text: str, longest: int = 0) -> bool | None:
    """Return whether all of ``text`` matches ``pattern`` in Java.

    None when another engine may see it in another way, when it is malformed, or when it takes too long.

    Args:
        pattern: an ``AllowedPattern``.
        text: the value.
        longest: letters to allow time for, of a list all that it has. Default: - those of ``text``
    """
    if not _TEXT.fullmatch(text) or not _PATTERN.fullmatch(pattern):
        return None
    pattern, length = _short_classes(pattern), max(longest, len(text))
    few = _FEW_WAYS.fullmatch(pattern)
    steps = _steps(pattern, 0 if few else length)
    if steps is None or steps + (len(pattern) * length if few else 0) > _MOST_STEPS:
        return None
    engine = _engine(pattern)
    return None if engine is None else bool(engine.isinstance_python(text))


def _short_classes(pattern: str) -> str:
    """Return ``pattern`` with classes of the letters of `_TEXT`, but for those beside a dash: Rust refuses these."""
    return _ATOM_ALONE.sub(_short_class, pattern)


def _short_class(found: re.Match[str]) -> str:
    atom = found.group()
    if _BESIDE_DASH.search(atom):
        return atom
    in_set = atom[0] == "["
    return _PAIR.sub(lambda pair: _written(pair.group(), in_set=in_set), atom)


def _written(pair: str, *, in_set: bool) -> str:
    letters = _IN_TEXT.get(pair[1])
    return pair if letters is None else letters if in_set else f"[{letters}]"


@lru_cache(maxsize=256)
def _engine(pattern: str) -> Any:
    """Return what tries ``pattern``, whose groups are closed; None where Rust refuses it.

    Rust's engine never goes back, so that the longest way is its states times the letters.
    """
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    try:
        return SchemaValidator(core_schema.str_schema(pattern=rf"\A(?:{pattern})\z"))
    except SchemaError:
        return None


def _steps(pattern: str, length: int) -> int | None:
    """Return how many steps it may take to read ``pattern`` and a text of ``length``; None where groups do not close.

    «a)(b» would be closed by the group around it.
    """
    groups = [0]
    for atom, times in _ATOM.findall(pattern):
        own = length + (_CLASS if _OF_ALL_LANGUAGES.search(atom) else _LETTER)
        if atom == "(":
            groups.append(own)
            continue
        if atom == ")":
            own = groups.pop()
            if not groups:
                return None
        groups[-1] += own * max(1, int(times or 1))
    return groups[0] if len(groups) == 1 else None
