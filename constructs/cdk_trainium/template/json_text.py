"""JSON templates: values at C speed, positions only for what a finding names."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from math import isfinite
from typing import Any

from ..errors import TemplateError
from .codes import DUPLICATE_KEY, SYNTAX, TOO_LARGE, fault

__all__ = ["JsonText"]

_Spots = tuple[int, int]
_Known = tuple[dict[str, _Spots | None], Iterator[tuple[str, _Spots]]]
_SPACE = re.compile(r"[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)")
"""An escape; the group is half of a surrogate pair, which is no character and cannot be written."""
_TOKEN = re.compile(r'[{}\[\],]|"(?:[^"\\]|\\.)*"')
_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)')
"""A text, or in the group what Python reads as a number."""


class _DuplicateError(Exception):
    """An object has a key twice."""


class _NoNumberError(Exception):
    """A number that is none, or too large to be one; Python reads it, and CloudFormation does not."""


def _no_number(token: str) -> float:
    raise _NoNumberError(token)


def _float(token: str) -> float:
    number = float(token)
    return number if isfinite(number) else _no_number(token)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _DuplicateError
    return made


def _second(text: str) -> tuple[str, int]:
    """Return the first key that its object has already, and where it is; ``text`` has one."""
    objects: list[set[str] | None] = []  # keys so far of each open object, None for a list
    wanted = False  # whether the next string is a key
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark[0] == '"' and wanted and objects[-1] is not None:
            key, _ = scanstring(text, token.start() + 1, True)
            if key in objects[-1]:
                return key, token.start()
            objects[-1].add(key)
            wanted = False
        elif mark in "{[":
            objects.append(set() if mark == "{" else None)
            wanted = mark == "{"
        elif mark in "}]":
            objects.pop()
        elif mark == ",":
            wanted = objects[-1] is not None
    return "", 0


class JsonText:
    """One JSON file."""

    def __init__(self, path: str, text: str) -> None:
        """Parse ``text``.

        Raises:
            TemplateError: a syntax error or a duplicate key, with its position.
        """
        self.raw = text
        self.size = len(text)
        self.shares = self.numbers = False
        self._known: dict[int, _Known] = {}
        """Offset of an object -> the offsets of its keys that were asked for or passed, and the rest of them."""
        self.spelled = "\\u" in text
        try:
            self.data: Any = json.loads(text, object_pairs_hook=_object, parse_float=_float, parse_constant=_no_number)
        except JSONDecodeError as error:
            raise fault(path, SYNTAX, f"is not JSON: {error.msg}", at=(error.lineno, error.colno)) from None
        except _DuplicateError:
            key, offset = _second(text)
            at = self._line_and_column(offset)
            raise fault(path, DUPLICATE_KEY, f"has the key {key} twice in one object", at=at) from None
        except _NoNumberError as error:
            raise self._no_number(path, str(error)) from None
        except RecursionError:
            raise fault(path, TOO_LARGE, "is nested too deep to read") from None
        except ValueError:  # of Python's own limit, the one that is no JSONDecodeError
            raise fault(path, SYNTAX, "has a number of more digits than can be read") from None
        if self.spelled and ("\\ud" in text or "\\uD" in text):
            self._refuse_surrogates(path)

    def position(self, path: Sequence[str | int]) -> tuple[int, int]:
        """Return line and column, from 1, of the key or item at ``path``, or of the nearest one above it."""
        spot = at = self._skip(0)
        for step in path:
            found = self._child(at, step)
            if found is None:
                break
            spot, at = found
        return self._line_and_column(spot)

    def _no_number(self, path: str, token: str) -> TemplateError:
        offset = next((one.start() for one in _NUMBER.finditer(self.raw) if one.group(1) == token), 0)
        message = f"is not JSON: {token[:40]} is no number, or one too large to be read"
        return fault(path, SYNTAX, message, at=self._line_and_column(offset))

    def _refuse_surrogates(self, path: str) -> None:
        half = next((match for match in _ESCAPE.finditer(self.raw) if match.group(1)), None)
        if half is not None:
            message = f"is not JSON: {half.group()} is half of a surrogate pair, no character"
            raise fault(path, SYNTAX, message, at=self._line_and_column(half.start()))

    @cached_property
    def _decoder(self) -> json.JSONDecoder:
        return json.JSONDecoder()

    def _child(self, at: int, step: str | int) -> tuple[int, int] | None:
        opening = self.raw[at]
        if opening == "{" and isinstance(step, str):
            return self._entry(at, step)
        if opening == "[" and isinstance(step, int):
            return next((spots for index, spots in enumerate(self._items(at)) if index == step), None)
        return None

    def _entry(self, at: int, name: str) -> _Spots | None:
        """Return the offsets of ``name`` in the object at ``at``; each of its keys is read once, and not before."""
        if at not in self._known:
            self._known[at] = {}, self._entries(at)
        known, rest = self._known[at]
        while name not in known:
            known.update([next(rest, (name, None))])
        return known[name]

    def _entries(self, at: int) -> Iterator[tuple[str, _Spots]]:
        """Yield (key, (offset of the key, offset of its value)) of the object that begins at ``at``."""
        at = self._skip(at + 1)
        while self.raw[at] != "}":
            key, end = scanstring(self.raw, at + 1, True)
            value = self._skip(self._skip(end) + 1)
            yield key, (at, value)
            at = self._next(value)

    def _items(self, at: int) -> Any:
        at = self._skip(at + 1)
        while self.raw[at] != "]":
            yield at, at
            at = self._next(at)

    def _next(self, value: int) -> int:
        _, end = self._decoder.raw_decode(self.raw, value)
        at = self._skip(end)
        return self._skip(at + 1) if self.raw[at] == "," else at

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self.raw, at)
        return match.end() if match else at

    @cached_property
    def _breaks(self) -> list[int]:
        """Offsets at which lines end."""
        return [end - 1 for end in accumulate(len(line) + 1 for line in self.raw.split("\n"))]

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self._breaks, offset)
        return line + 1, offset - (self._breaks[line - 1] if line else -1)
