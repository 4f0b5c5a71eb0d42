"""What a CloudFormation parameter allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..allowed_pattern import matches
from ..wording import counted

__all__ = ["Fault", "refused"]

_FROM_SSM = "AWS::SSM::Parameter::"
_LISTS = ("CommaDelimitedList", "List<")


class Fault(NamedTuple):
    """What is wrong with one value."""

    text: str
    """A clause that follows the name of the parameter."""
    unsure: bool = False
    """Whether it could not be judged."""


def refused(entry: Mapping[str, Any], value: Any) -> Iterator[Fault]:
    """Yield what CloudFormation refuses of ``value`` for the parameter ``entry``.

    Of a list each item is judged; of a parameter that is read from SSM nothing, for the value is only its name.
    """
    kind = str(entry.get("Type", ""))
    if isinstance(value, dict | list) or kind.startswith(_FROM_SSM):
        return
    listed = kind.startswith(_LISTS)
    text = _text(value)
    for item in (part.strip() for part in text.split(",")) if listed else (text,):
        yield from _not_allowed(entry, item)
        if kind in ("Number", "List<Number>"):
            yield from _number(entry, item)
        elif kind in ("String", "CommaDelimitedList"):
            yield from _pattern(entry, item, len(text))
            yield from _length(entry, item) if kind == "String" else ()


def _not_allowed(entry: Mapping[str, Any], text: str) -> Iterator[Fault]:
    allowed = entry.get("AllowedValues")
    if isinstance(allowed, list) and text not in map(_text, allowed):
        yield Fault(f"is not one of its AllowedValues; allowed: {', '.join(map(_text, allowed[:10]))}")


def _number(entry: Mapping[str, Any], text: str) -> Iterator[Fault]:
    value = _as_number(text)
    least, most = _as_number(entry.get("MinValue")), _as_number(entry.get("MaxValue"))
    if value is None:
        yield Fault("is no number")
    elif least is not None and value < least:
        yield Fault(f"is below its MinValue {least:g}")
    elif most is not None and value > most:
        yield Fault(f"is above its MaxValue {most:g}")


def _length(entry: Mapping[str, Any], text: str) -> Iterator[Fault]:
    least, most = _as_number(entry.get("MinLength")), _as_number(entry.get("MaxLength"))
    if least is not None and len(text) < least:
        yield Fault(f"has {counted(len(text), 'character')}; MinLength is {least:g}")
    if most is not None and len(text) > most:
        yield Fault(f"has {counted(len(text), 'character')}; MaxLength is {most:g}")


def _pattern(entry: Mapping[str, Any], text: str, length: int) -> Iterator[Fault]:
    pattern = entry.get("AllowedPattern")
    if not isinstance(pattern, str):
        return
    matching = matches(pattern, text, length)
    if matching is None:
        yield Fault(f"cannot be compared with its AllowedPattern {pattern}", unsure=True)
    elif not matching:
        yield Fault(f"does not match its AllowedPattern {pattern}")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def _as_number(value: Any) -> float | None:
    try:
        return None if value is None or isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None
