"""From pydantic's errors to ours: code, prop, got, allowed, hint."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic_core import ErrorDetails, PydanticCustomError

from ..errors import Problem
from ..wording import as_written, nearest

__all__ = ["all_bad", "bad", "joined", "problems_of", "shown"]

BAD_VALUE, UNKNOWN_PROP, MISSING_PROP = "TRN001", "TRN002", "TRN003"
_CODES = {
    "extra_forbidden": UNKNOWN_PROP,
    "unexpected_keyword_argument": UNKNOWN_PROP,
    "missing": MISSING_PROP,
    "union_tag_not_found": MISSING_PROP,
}
_WORDS = {
    "extra_forbidden": "is not known here",
    "missing": "is required",
    "union_tag_invalid": "is unknown",
    "union_tag_not_found": "is required",
}
_TYPES = {"int_type": "a whole number", "bool_type": "true or false"}
_BOOLEANS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_NO_OBJECT = {"dict_type", "model_attributes_type", "model_type"}
_OBJECTS = {
    "capacity": (
        "kind: on-demand, spot, reservation or capacity-block, with what belongs to it",
        "{kind: spot} in a cluster file, Capacity.spot(…) in Python",
    )
}
"""Prop -> what is allowed where an object belongs and none was given, and a way to get one."""
_LIMITS = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
_KINDS = {"on-demand", "spot", "reservation", "capacity-block"}
"""Tags of the union that ``capacity`` is: they stand in pydantic's path, not in the user's file."""
_LONGEST_NUMBER = 20
_MANY = "TRN-many"


def bad(code: str, message: str, *, allowed: str = "", hint: str = "", prop: str = "") -> PydanticCustomError:
    """Return the error of a validator; ``prop`` names the prop at fault when the whole object is checked."""
    context = {"text": message, "allowed": allowed, "hint": hint, "prop": prop}
    return PydanticCustomError(code, "{text}", context)


def all_bad(problems: Sequence[Problem]) -> PydanticCustomError:
    """Return one error of a validator that stands for several ``problems``."""
    return PydanticCustomError(_MANY, "{text}", {"text": "; ".join(map(str, problems)), "problems": tuple(problems)})


def problems_of(item: ErrorDetails) -> list[Problem]:
    """Return what ``item`` of pydantic's errors stands for."""
    context: Mapping[str, Any] = item.get("ctx") or {}
    if item["type"] == _MANY:
        base = _path(item["loc"])
        return [replace(one, prop=joined(base, one.prop)) for one in context["problems"]]
    return [_ours(item, context) if item["type"].startswith("TRN") else _pydantics(item, context)]


def _ours(item: ErrorDetails, context: Mapping[str, Any]) -> Problem:
    prop = str(context["prop"])
    return Problem(
        code=item["type"],
        message=str(context["text"]),
        prop=joined(_path(item["loc"]), prop),
        got="" if prop else shown(item["input"]),
        allowed=str(context["allowed"]),
        hint=str(context["hint"]),
    )


def _pydantics(item: ErrorDetails, context: Mapping[str, Any]) -> Problem:
    if item["type"] in _NO_OBJECT:
        return _no_object(item)
    missing = item["type"] in {"missing", "union_tag_not_found"}
    tag = context.get("tag")
    return Problem(
        code=_CODES.get(item["type"], BAD_VALUE),
        message=_WORDS.get(item["type"], item["msg"][:1].lower() + item["msg"][1:]),
        prop=joined(_path(item["loc"]), "kind" if item["type"].startswith("union_tag") else ""),
        got="" if missing else shown(item["input"] if tag is None else tag),
        allowed=_TYPES.get(item["type"]) or _allowed(context),
        hint=_meant(item["type"], item["input"] if tag is None else tag, context),
    )


def _no_object(item: ErrorDetails) -> Problem:
    prop = _path(item["loc"])
    allowed, hint = _OBJECTS.get(prop.rpartition(".")[2], ("name: value", ""))
    return Problem(BAD_VALUE, "maps no names to values", prop, shown(item["input"]), allowed, hint)


def _meant(kind: str, given: object, context: Mapping[str, Any]) -> str:
    """Say which of the words that are allowed ``given`` may have meant, or how a number is written as text."""
    if kind == "string_type" and isinstance(given, bool | int | float):
        return "put it in quotes as it is meant: 012 and true are no text without"
    if kind in _TYPES and isinstance(given, str):
        return _unquoted(kind, given.strip())
    words = re.findall(r"'([^']*)'", str(context.get("expected") or context.get("expected_tags") or ""))
    return nearest(given, words) if isinstance(given, str) else ""


def _unquoted(kind: str, given: str) -> str:
    """Say how the number, or true or false, that a text stands for is written; what YAML 1.1 takes for one as well."""
    value = _BOOLEANS.get(given.lower(), "") if kind == "bool_type" else _whole(given)
    return f"write {value}, without quotes" if value else ""


def _whole(given: str) -> str:
    for base in (10, 0):
        with suppress(ValueError):
            return str(int(given, base)) if given.isascii() and len(given) < _LONGEST_NUMBER else ""
    return ""


def _path(location: tuple[int | str, ...]) -> str:
    path, name = "", ""
    for part in location:
        if not isinstance(part, int):
            if part.startswith("function-") or (name == "capacity" and part in _KINDS):
                continue
            name = part
        path = joined(path, f"[{part}]" if isinstance(part, int) else part)
    return path


def joined(base: str, part: str) -> str:
    """Return the path of ``part`` inside ``base``; either may be empty."""
    return f"{base}.{part}" if base and part and not part.startswith("[") else base + part


def shown(value: object) -> str:
    """Return ``value`` as it was given, shortened."""
    return as_written(value)


def _allowed(context: Mapping[str, Any]) -> str:
    if "expected" in context:
        return str(context["expected"])
    if "expected_tags" in context:
        return str(context["expected_tags"])
    if "pattern" in context:
        return f"text that matches {context['pattern']}"
    limits = [f"{word} {context[name]}" for name, word in _LIMITS.items() if name in context]
    return " and ".join(limits)
