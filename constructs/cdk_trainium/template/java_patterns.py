"""Patterns of CloudFormation, which are Java's, as far as other engines give them the same meaning."""

from __future__ import annotations

import re
from math import comb, prod

from .look_aheads import branches_of, holds

__all__ = ["matches"]

_MOST_STEPS = 10**7
"""Steps that matching a pattern may take: a hostile one would take for ever."""
_GROUP_AGAIN = re.compile(r"\)[+*?{]")
_LEAST_TIMES = re.compile(r"\)\{([0-9]+)")
_SAME_ESCAPE = r"\\[dDwWsS]"
_LITERAL_ESCAPE = r"\\(?:[tnrf]|x[0-9a-fA-F]{2}|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|[!-/:-@\[-`{-~ ])"
_IN_CLASS = rf"(?:{_LITERAL_ESCAPE}|[^\\\[\]\ud800-\udfff])"
_TIMES = r"(?:(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??)"
_ITEM = re.compile(
    rf"(?P<same>{_SAME_ESCAPE})|(?P<refused>{_IN_CLASS}-{_SAME_ESCAPE})"
    rf"|(?P<first>{_IN_CLASS})-(?P<last>{_IN_CLASS})|(?P<one>{_IN_CLASS})",
    re.S,
)
_TOKEN = re.compile(
    rf"\[(?P<no>\^|(?!\^))(?P<items>(?:{_IN_CLASS}|{_SAME_ESCAPE})+)\](?P<often>{_TIMES}?)"
    rf"|(?P<same>(?:{_SAME_ESCAPE}|\\[1-9](?![0-9])|\.|\)){_TIMES}?|\\b|\(\?(?:[:=!]|<[=!]|[is]{{1,2}}[:)])|[|^])"
    rf"|(?P<open>\((?:\?<[a-zA-Z][a-zA-Z0-9]*>|(?!\?)))"
    rf"|(?P<start>\\A)|(?P<end>\$|\\[zZ])"
    rf"|(?P<one>{_LITERAL_ESCAPE}|[^\\\[(){{.*+?|^$\ud800-\udfff])(?P<times>{_TIMES}?)"
    r"|(?P<other>.)",
    re.S,
)
"""What Java, Rust and Python have in common. Of the rest each makes something else: sets in sets, possessive
quantifiers, octal numbers, quotations, most flags, classes by name. Source: the syntax lists of the three."""
_CONTROLS = {r"\t": "\t", r"\n": "\n", r"\r": "\r", r"\f": "\f"}
_ENDS_OF_LINES = re.compile("[\r\x85\u2028\u2029]")
_ODD = re.compile(r"[^\t\n\r -~]")
_MAY_DIFFER = re.compile(r"\\[dDwWsSb]|\(\?[is]")


def matches(pattern: str, text: str) -> bool | None:
    """Return whether all of ``text`` matches ``pattern`` in Java.

    None when another engine may see it in another way, or when it takes too long.
    """
    common = _common(pattern)
    if common is None or not _is_seen_alike(common, text):
        return None
    try:
        re.compile(common)
    except (re.error, RecursionError, OverflowError, ValueError):
        return None
    try:
        return holds(common, _Trial(text).tried)
    except RecursionError:
        return None


class _Trial:
    """Tries of one text, which together take no more than so many steps."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = _MOST_STEPS

    def tried(self, common: str) -> bool | None:
        # Rust's engine needs time in proportion to the text, whatever the pattern; it has no look-around.
        from pydantic_core import SchemaError, SchemaValidator, core_schema

        try:
            validator = SchemaValidator(core_schema.str_schema(pattern=rf"\A(?:{common})\z"))
        except SchemaError:
            return self._step_by_step(common)
        return validator.isinstance_python(self._text)

    def _step_by_step(self, common: str) -> bool | None:
        """Try Python's engine, which may try a part again for each way of those before it."""
        steps = _steps(common, len(self._text))
        if steps > self._left:
            return None
        self._left -= steps
        return re.fullmatch(common, self._text) is not None


def _common(pattern: str) -> str | None:
    """Return ``pattern`` so that each engine reads it as Java does; None when that cannot be."""
    parts = []
    for token in _TOKEN.finditer(pattern):
        part = _part(token)
        if part is None:
            return None
        parts.append(part)
    if parts[-1:] == ["$"]:  # all of the text is to match anyway
        parts.pop()
    return "".join(parts)


def _part(token: re.Match[str]) -> str | None:
    if token["items"] is not None:
        inner = _class(token["items"])
        return None if inner is None else f"[{token['no']}{inner}]{token['often']}"
    if token["one"] is not None:
        return _escaped(token["one"]) + token["times"]
    if token["other"] is not None:
        return None
    return token["same"] or ("(" if token["open"] else "^" if token["start"] else "$")


def _class(items: str) -> str | None:
    """Return what stands between the brackets, from left to right as Java reads it."""
    if "&&" in items:
        return None
    parts = []
    for item in _ITEM.finditer(items):
        if item["refused"] is not None:
            return None
        ends = [_escaped(item[name]) for name in ("first", "last", "one") if item[name] is not None]
        parts.append(item["same"] or "-".join(ends))
    return "".join(parts)


def _escaped(literal: str) -> str:
    """Return one character of a pattern so that it means nothing but itself."""
    char = chr(int(literal[2:], 16)) if literal[2:] else _CONTROLS.get(literal, literal[-1])
    return char if char.isalnum() or ord(char) > 127 else rf"\x{ord(char):02x}"


def _is_seen_alike(common: str, text: str) -> bool:
    """Return whether the engines agree on classes, ends and cases of these letters: Java's are those of ASCII."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        return False
    if _MAY_DIFFER.search(common) and (_ODD.search(text) or not common.isascii()):
        return False
    ends = bool(_ENDS_OF_LINES.search(text))
    return not ("$" in common and (ends or "\n" in text)) and not ("." in common and ends)


def _steps(common: str, length: int) -> int:
    """Return how many steps a text of ``length`` may take at most."""
    many = sum(map(common.count, "*+?{"))
    if _GROUP_AGAIN.search(common):
        again = prod(max(1, int(times)) for times in _LEAST_TIMES.findall(common))
        return prod([(1 + many + common.count("|")) * again] * max(1, min(length, 64)))
    many -= common.count("(?")
    # The letters are dealt out to what repeats in each branch.
    return branches_of(common) * comb(length + min(many, 64), length)
