"""What is wrong with the argument of a function, as far as the template writes it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..wording import as_written
from .values import MACRO

__all__ = ["EXTENDED", "KNOWN", "OF_RULES", "fault_of", "is_disputed", "is_doubtful", "is_function", "is_made_by_macro"]

EXTENDED = ("Fn::Length", "Fn::ToJsonString")
"""Functions that need AWS::LanguageExtensions. Source: CloudFormation Template Reference, intrinsic functions."""

OF_RULES = tuple(
    f"Fn::{name}" for name in ("Contains", "EachMemberEquals", "EachMemberIn", "RefAll", "ValueOf", "ValueOfAll")
)
"""Functions of the section ``Rules`` and no other. Source: CloudFormation Template Reference, rule functions."""
_MOST_BLOCKS = 256
_OF_KEYS = ("Ref", "Fn::FindInMap")
"""Functions that name a map or a key of one without a transform."""
_DISPUTED = "Fn::Select"
"""The reference has it among those that need the transform; AWS's own aws-solutions-constructs deploy it without."""


class _Anything(str):
    """What stands for a part of an argument that a macro makes: whatever fits there."""

    __slots__ = ()


_ANYTHING = _Anything(".")


def fault_of(name: str, argument: Any, extended: bool = False) -> str:
    """Return in words why CloudFormation refuses ``argument`` of the function ``name``; empty when nothing tells.

    A macro is run before any function, so that it may make whatever fits. With ``extended``, where the transform
    AWS::LanguageExtensions works on the template, so may any function in place of a name or text. Source:
    CloudFormation Template Reference, intrinsic functions and AWS::LanguageExtensions.
    """
    judge = _FAULTS.get(name) or (_OF_EXTENSIONS.get(name) if extended else None)
    if judge is None or not judge(argument) or _is_open(argument, extended):
        return ""
    if not isinstance(argument, list):
        return judge(argument)
    return judge([_ANYTHING if _is_open(item, extended) else item for item in argument])


def is_disputed(name: str, argument: Any) -> bool:
    """Return whether sources differ on whether CloudFormation refuses ``argument`` of ``name``; see `fault_of`."""
    if name != "Fn::FindInMap" or not isinstance(argument, list):
        return False
    keys = [_ANYTHING if isinstance(key, dict) and [*key] == [_DISPUTED] else key for key in argument]
    return keys != argument and not fault_of(name, keys)


def is_made_by_macro(node: Any) -> bool:
    """Return whether a macro makes ``node``."""
    return isinstance(node, dict) and MACRO in node


def _is_open(node: Any, extended: bool) -> bool:
    return is_made_by_macro(node) or (extended and is_function(node))


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
    fits = isinstance(text, str) and (isinstance(given, dict) or given is _ANYTHING)
    return "" if fits else "Fn::Sub takes a text, or a list of a text and an object"


def _select(argument: Any) -> str:
    if not _is_pair(argument) or not _is_list(argument[1]):
        return "Fn::Select takes an index and a list"
    index = _whole(argument[0])
    if index is None and not is_function(argument[0]) and argument[0] is not _ANYTHING:
        return f"Fn::Select takes a whole number as index; got {as_written(argument[0], 40)}"
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


def _look_up(argument: Any) -> str:
    """Source: Fn::FindInMap and its enhancements: a default needs no transform any more, other functions do."""
    if not isinstance(argument, list):
        return f"Fn::FindInMap takes a list of a map and two keys; got {as_written(argument, 40)}"
    if len(argument) not in (3, 4):
        return f"Fn::FindInMap takes a map and two keys; got {len(argument)} items"
    if not all(item is _ANYTHING or (isinstance(item, dict) and "DefaultValue" in item) for item in argument[3:]):
        return "the fourth item of Fn::FindInMap is no DefaultValue"
    names = (name for key in argument[:3] if isinstance(key, dict) for name in key)
    other = next((name for name in names if name not in _OF_KEYS), None)
    return f"{other} in a key of Fn::FindInMap needs the transform AWS::LanguageExtensions" if other else ""


def _output(argument: Any) -> str:
    fits = isinstance(argument, dict) and {"StackName", "OutputName"} <= argument.keys()
    return "" if fits else "Fn::GetStackOutput takes a StackName and an OutputName"


def _count(argument: Any) -> str:
    return "" if _is_list(argument) else "Fn::Length takes a list"


def _write(argument: Any) -> str:
    return "" if isinstance(argument, dict | list) else "Fn::ToJsonString takes an object or a list"


def _is_pair(argument: Any) -> bool:
    return isinstance(argument, list) and len(argument) == 2


def _is_object(node: Any) -> bool:
    return isinstance(node, dict) and not is_function(node)


def _is_list(node: Any) -> bool:
    return isinstance(node, list) or is_function(node) or node is _ANYTHING


def _is_text(node: Any) -> bool:
    """Return whether ``node`` is or may be a text; numbers are written as one."""
    return not isinstance(node, list) and not _is_object(node)


def _whole(index: Any) -> int | None:
    try:
        return int(index) if isinstance(index, str | int) or index == index // 1 else None
    except (TypeError, ValueError, OverflowError):
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
    "Fn::FindInMap": _look_up,
    "Fn::GetStackOutput": _output,
}
_OF_EXTENSIONS: Mapping[str, Callable[[Any], str]] = {"Fn::Length": _count, "Fn::ToJsonString": _write}
KNOWN = (
    *_FAULTS,
    *("Fn::Transform", "Fn::And", "Fn::Or", "Fn::Not", "Fn::Equals"),
    *EXTENDED,
)
"""Functions of the sections ``Conditions``, ``Resources`` and ``Outputs``."""
