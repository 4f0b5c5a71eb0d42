"""From the events of libyaml to plain values, with CloudFormation's short forms; no node is made on the way."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from ..errors import TemplateError
from ..wording import as_written
from .bounds import MAX_DEPTH
from .codes import DUPLICATE_KEY, SYNTAX, TOO_LARGE, fault

__all__ = ["LOADER", "SHORT", "SeveralError", "plain", "values_of"]

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FUNCTIONS = """
And Base64 Cidr Contains EachMemberEquals EachMemberIn Equals FindInMap GetAZs GetAtt GetStackOutput If ImportValue Join
Length Not Or RefAll Select Split Sub ToJsonString Transform ValueOf ValueOfAll
"""
SHORT = {name: f"Fn::{name}" for name in _FUNCTIONS.split()} | {"Ref": "Ref", "Condition": "Condition"}
"""Tag without its ``!`` -> the function that it is short for."""
_PREFIX = "tag:yaml.org,2002:"
_CORE = frozenset(
    f"{_PREFIX}{kind}" for kind in ["binary", "bool", "float", "int", "map", "null", "seq", "str", "timestamp"]
)
_MERGE = "<<"
_BEGIN_NUMBERS = frozenset("+-.0123456789")
_LONGEST_NUMBER = 1_000
"""Characters."""
_RESOLVER = yaml.resolver.Resolver()
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class _TooLongError(Exception):
    """A number of so many digits that Python does not write it out."""


class SeveralError(Exception):
    """The file holds another document after the first."""

    def __init__(self, at: tuple[int, int]) -> None:
        """Keep line and column, from 1, where that begins."""
        super().__init__("another document")
        self.at = at


class Read(NamedTuple):
    """What a document stands for, and what of its writing is no longer seen there."""

    value: Any
    shares: bool
    """Whether it has an alias or a merge."""
    numbers: bool
    """Whether a key without quotes may be a number; whether one is, only its node tells."""


class _Anchored(NamedTuple):
    value: Any
    text: str | None
    """What a scalar says; None for a mapping or sequence."""


def values_of(path: str, text: str) -> Read:
    """Return what the one document of ``text`` stands for, None when there is none; aliases share one value.

    Raises:
        TemplateError: an unknown tag, a duplicate key, no such anchor, with its position.
        SeveralError: there is another document.
        yaml.YAMLError: a syntax error.
    """
    values = _Values(path, LOADER(text))
    return Read(values.document(), values.shares, values.numbers)


class _Values:
    """Reads the events of one file."""

    def __init__(self, path: str, loader: Any) -> None:
        self._path = path
        self._next = loader.get_event
        self._anchors: dict[str, _Anchored] = {}
        self._depth = 0
        self.shares = self.numbers = False

    def document(self) -> Any:
        """Return the value of the document."""
        self._next()  # the stream begins
        if type(self._next()) is StreamEndEvent:
            return None
        value = self._of(self._next())
        self._next()  # the document ends
        after = self._next()
        if type(after) is not StreamEndEvent:
            raise SeveralError(_start(after))
        return value

    def _of(self, event: Any) -> Any:
        """Return the value that begins with ``event``."""
        kind = type(event)
        if kind is ScalarEvent:
            return self._scalar(event)
        return self._anchored(event).value if kind is AliasEvent else self._collection(event)

    def _scalar(self, event: Any) -> Any:
        text, tag = event.value, event.tag
        try:
            if tag is None or tag == "!":
                value = plain(text) if event.implicit[0] else text
            elif tag in _CORE:
                value = _typed(text, tag)
            else:
                value = self._short(event, text)
        except TemplateError:
            raise
        except _TooLongError:
            raise self._fault(event, f"has a number of {len(text):,} characters, which is too long") from None
        except (KeyError, ValueError):
            kind = (_tag(text) if tag is None or tag == "!" else tag)[len(_PREFIX) :]
            raise self._fault(event, f"has {as_written(text)}, which is no {kind}") from None
        if event.anchor is not None:
            self._keep(event, value, text)
        return value

    def _collection(self, event: Any) -> Any:
        if self._depth > MAX_DEPTH:
            raise self._fault(event, f"is nested deeper than {MAX_DEPTH} levels", TOO_LARGE)
        self._depth += 1
        value: Any = {} if type(event) is MappingStartEvent else []
        plain = event.tag is None or event.tag == "!" or event.tag in _CORE
        made = value if plain else self._short(event, value)
        if event.anchor is not None:
            self._keep(event, made, None)
        if type(event) is SequenceStartEvent:
            self._fill_list(value)
        else:
            self._fill(value)
        self._depth -= 1
        return made

    def _fill_list(self, made: list[Any]) -> None:
        following = self._next
        while type(event := following()) is not SequenceEndEvent:
            made.append(self._of(event))

    def _fill(self, made: dict[str, Any]) -> None:
        following, merged = self._next, dict[str, Any]()
        while type(event := following()) is not MappingEndEvent:
            key = event.value if type(event) is ScalarEvent and event.anchor is None else self._key(event)
            if key == _MERGE and event.tag is None and event.implicit[0]:
                merged = {**self._merged(following()), **merged}
                continue
            if key[:1] in _BEGIN_NUMBERS:
                self.numbers |= type(event) is not ScalarEvent or not event.implicit[1]
            if key in made:
                raise self._fault(event, f"has the key {key} twice", DUPLICATE_KEY)
            made[key] = self._of(following())
        for key, value in merged.items():
            made.setdefault(key, value)

    def _key(self, event: Any) -> str:
        if type(event) is ScalarEvent:
            self._scalar(event)
            return str(event.value)
        text = self._anchored(event).text if type(event) is AliasEvent else None
        if text is None:
            raise self._fault(event, "has a key that is no string")
        return text

    def _merged(self, event: Any) -> dict[str, Any]:
        self.shares = True
        value = self._of(event)
        parts = value if isinstance(value, list) else [value]
        if not all(isinstance(part, dict) for part in parts):
            raise self._fault(event, "merges what is no mapping into one")
        return {key: value for part in reversed(parts) for key, value in part.items()}

    def _short(self, event: Any, value: Any) -> dict[str, Any]:
        name = SHORT.get(event.tag[1:])
        if name is None:
            raise self._fault(event, f"has the unknown tag {event.tag}")
        if name == "Fn::GetAtt" and isinstance(value, str):
            return {name: value.split(".", 1)}
        return {name: value}

    def _keep(self, event: Any, value: Any, text: str | None) -> None:
        if event.anchor in self._anchors:
            raise self._fault(event, f"is not YAML: it has the anchor {event.anchor} twice")
        self._anchors[event.anchor] = _Anchored(value, text)

    def _anchored(self, event: Any) -> _Anchored:
        self.shares = True
        if event.anchor not in self._anchors:
            raise self._fault(event, f"is not YAML: it has no anchor {event.anchor} before this alias")
        return self._anchors[event.anchor]

    def _fault(self, event: Any, message: str, code: str = SYNTAX) -> TemplateError:
        return fault(self._path, code, message, at=_start(event))


def _start(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _tag(text: str) -> str:
    return str(_RESOLVER.resolve(yaml.ScalarNode, text, (True, False)))  # type: ignore[no-untyped-call]


@lru_cache(maxsize=8192)
def plain(text: str) -> Any:
    """Return what a scalar without quotes stands for; a template repeats most of its texts."""
    return _typed(text, _tag(text))


def _typed(text: str, tag: str) -> Any:
    kind = tag[len(_PREFIX) :]
    if kind == "binary":
        raise ValueError(text)  # CloudFormation has no bytes
    if kind == "bool":
        return _BOOLEANS[text.lower()]
    if kind == "null":
        return None
    if kind in ("int", "float"):
        return _number(text, kind)
    return text


def _number(text: str, kind: str) -> Any:
    # YAML 1.1 reads 012345678901 as octal and 22:30 as base 60; CloudFormation hands both on as they are written.
    if ":" in text or (text.lstrip("+-").startswith("0") and text.lstrip("+-").isdigit() and len(text) > 1):
        return text
    if text.lstrip("+-").lower() in (".inf", ".nan"):
        return text
    if len(text) > _LONGEST_NUMBER:
        raise _TooLongError
    return int(text.replace("_", ""), 0) if kind == "int" else float(text.replace("_", ""))
