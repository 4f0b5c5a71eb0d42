"""What is wrong with the argument of a function, as far as the template writes it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["EXTENDED", "KNOWN", "OF_RULES", "fault_of", "is_doubtful", "is_function"]

EXTENDED = ("Fn::Length", "Fn::ToJsonString")
"""Functions that need AWS::LanguageExtensions. Source: CloudFormation Template Reference, intrinsic functions."""

OF_RULES = tuple(
    f"Fn::{name}" for name in ("Contains", "EachMemberEquals", "EachMemberIn", "RefAll", "ValueOf", "ValueOfAll")
)
"""Functions of the section ``Rules`` and no other. Source: CloudFormation Template Reference, rule functions."""
_MOST_BLOCKS = 256


def fault_of(name: str, argument: Any) -> str:
    """Return in words why CloudFormation refuses ``argument`` of the function ``name``; empty when nothing tells.

    Source: CloudFormation Template Reference, intrinsic functions.
    """
    judge = _FAULTS.get(name)
    return "" if judge is None else judge(argument)


def is_doubtful(name: Any, argument: Any) -> bool:
    """Return whether a function has a wrong argument, or is none that CloudFormation knows by itself."""
    judge = _FAULTS.get(name)
    if judge is not None:
        return judge(argument) != ""
    return isinstance(name, str) and name.startswith("Fn::") and (name not in KNOWN or name in EXTENDED)


def is_function(node: Any) -> bool:
    """Return whether ``node`` calls a function."""
    return isinstance(node, dict) and any(str(name) == "Ref" or str(name).startswith("Fn::") for name in node)


def _reference(argument: Any) -> str:
    return "" if isinstance(argument, str) else "Ref takes the name of a parameter or resource"


def _attribute(argument: Any) -> str:
    if isinstance(argument, str):
        fits = "." in argument
    else:
        fits = _is_pair(argument) and isinstance(argument[0], str | dict) and isinstance(argument[1], str | dict)
    return "" if fits else "Fn::GetAtt takes a logical id and an attribute"


def _choose(argument: Any) -> str:
    fits = isinstance(argument, list) and len(argument) == 3 and isinstance(argument[0], str)
    return "" if fits else "Fn::If takes the name of a condition and two values"


def _join(argument: Any) -> str:
    if not _is_pair(argument) or not isinstance(argument[0], str) or not _is_list(argument[1]):
        return "Fn::Join takes a delimiter and a list"
    items = argument[1] if isinstance(argument[1], list) else []
    return "Fn::Join takes a list of texts; got an object in it" if any(map(_is_object, items)) else ""


def _substitute(argument: Any) -> str:
    text, given = argument if _is_pair(argument) else (argument, {})
    fits = isinstance(text, str) and isinstance(given, dict)
    return "" if fits else "Fn::Sub takes a text, or a list of a text and an object"


def _select(argument: Any) -> str:
    if not _is_pair(argument) or not _is_list(argument[1]):
        return "Fn::Select takes an index and a list"
    index = _whole(argument[0])
    if index is not None and index < 0:
        return f"Fn::Select takes an index from 0; got {index}"
    size = len(argument[1]) if isinstance(argument[1], list) else None
    beyond = index is not None and size is not None and index >= size
    return f"Fn::Select takes the index of an item; got {index}; the list has {size}" if beyond else ""


def _split(argument: Any) -> str:
    fits = _is_pair(argument) and isinstance(argument[0], str) and argument[0] != "" and _is_text(argument[1])
    return "" if fits else "Fn::Split takes a delimiter and a text"


def _encode(argument: Any) -> str:
    return "" if _is_text(argument) else "Fn::Base64 takes a text"


def _import(argument: Any) -> str:
    return "" if _is_text(argument) else "Fn::ImportValue takes the name of an export"


def _zones(argument: Any) -> str:
    return "" if _is_text(argument) else "Fn::GetAZs takes the name of a region"


def _blocks(argument: Any) -> str:
    if not isinstance(argument, list) or len(argument) not in (2, 3) or not all(map(_is_text, argument)):
        return "Fn::Cidr takes a block, a count and a number of bits"
    count = _whole(argument[1])
    beyond = count is not None and not 1 <= count <= _MOST_BLOCKS
    return f"Fn::Cidr takes a count from 1 to {_MOST_BLOCKS}; got {count}" if beyond else ""


def _is_pair(argument: Any) -> bool:
    return isinstance(argument, list) and len(argument) == 2


def _is_object(node: Any) -> bool:
    return isinstance(node, dict) and not is_function(node)


def _is_list(node: Any) -> bool:
    return isinstance(node, list) or is_function(node)


def _is_text(node: Any) -> bool:
    """Return whether ``node`` is or may be a text; numbers are written as one."""
    return not isinstance(node, list) and not _is_object(node)


def _whole(index: Any) -> int | None:
    try:
        return int(index) if isinstance(index, str | int) else None
    except ValueError:
        return None


_FAULTS: Mapping[str, Callable[[Any], str]] = {
    "Ref": _reference,
    "Fn::GetAtt": _attribute,
    "Fn::If": _choose,
    "Fn::Join": _join,
    "Fn::Sub": _substitute,
    "Fn::Select": _select,
    "Fn::Split": _split,
    "Fn::Base64": _encode,
    "Fn::ImportValue": _import,
    "Fn::GetAZs": _zones,
    "Fn::Cidr": _blocks,
}
KNOWN = (
    *_FAULTS,
    *("Fn::FindInMap", "Fn::Transform", "Fn::And", "Fn::Or", "Fn::Not", "Fn::Equals"),
    *EXTENDED,
)
"""Functions of the sections ``Conditions``, ``Resources`` and ``Outputs``."""
