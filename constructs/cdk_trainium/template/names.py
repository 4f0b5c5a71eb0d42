"""The names that a template uses: of conditions, parameters, resources, maps and outputs of nested stacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .arguments import is_doubtful
from .values import MACRO

__all__ = [
    "CONDITION",
    "FAULT",
    "KEY",
    "MAP",
    "PARAMETER_ONLY",
    "RESOURCE",
    "VALUE",
    "Use",
    "places_of",
    "uses_of",
    "uses_of_entry",
]

CONDITION, MAP, KEY = "condition", "map", "key"
VALUE = "value"
"""A parameter or a resource: ``Ref`` and ``Fn::Sub``."""
RESOURCE = "resource"
"""``Fn::GetAtt``, ``Fn::Sub`` with an attribute, ``DependsOn``."""
FAULT = "fault"
"""A function that may have an argument that it does not take, or that nobody knows; its name."""
PARAMETER_ONLY = "parameter"
"""What a condition reads."""
Use = tuple[str, str, tuple[Any, ...]]
"""One of the kinds above, the name, and what of it: keys of a map as they were read, the attribute of a resource."""
Path = tuple[str | int, ...]
Reader = Callable[[Any], Iterable[Use]]
_NODES = frozenset((dict, list))
_HOLDS_NONE = frozenset(("Ref", "Fn::GetAtt", MACRO))
"""Functions whose argument is no value that may hold others, or is passed on as it is written."""
_OWN = frozenset(("Condition", "DependsOn"))
"""Keys of an entry that name others."""
_LITERAL = (str, int, float)
_HOLE = re.compile(r"\$\{(!?)([^${}]*)\}")


def uses_of(section: str, entries: Any) -> set[Use]:
    """Return every name that the section ``Resources``, ``Outputs`` or ``Conditions`` uses."""
    return set[Use]().union(*(uses_of_entry(section, entry) for _, entry in _entries(entries)))


def uses_of_entry(section: str, entry: Mapping[str, Any]) -> set[Use]:
    """Return every name that one entry of `uses_of` uses."""
    found = set[Use]() if _OWN.isdisjoint(entry) else {use for _, use in _of_entry(section, entry)}
    readers = _readers(section)
    todo: list[Any] = [entry]
    for node in todo:  # grows meanwhile; paths would cost most of the time, and hardly any template needs one
        if type(node) is list:
            todo += [item for item in node if type(item) in _NODES]
            continue
        if len(node) == 1:
            ((key, argument),) = node.items()
            if key in readers:
                found.update(readers[key](argument))
            if is_doubtful(key, argument):
                found.add((FAULT, key, ()))
            elif key in _HOLDS_NONE:
                continue
        elif MACRO in node:
            todo += _parted(node)
            continue
        todo += [item for item in node.values() if type(item) in _NODES]
    return found


def _parted(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a macro and what stands beside it."""
    return [{MACRO: node[MACRO]}, {name: item for name, item in node.items() if name != MACRO}]


def places_of(section: str, entries: Any, wanted: Iterable[Use]) -> Iterator[tuple[Use, Path]]:
    """Yield each place in the section where one of ``wanted`` is used: the path below the section."""
    chosen, readers = set(wanted), _readers(section)
    for name, entry in _entries(entries):
        own = ((use, (name, key)) for key, use in _of_entry(section, entry))
        yield from (item for item in (*own, *_places(entry, (name,), readers)) if item[0] in chosen)


def _places(node: Any, path: Path, readers: Mapping[str, Reader]) -> Iterator[tuple[Use, Path]]:
    if isinstance(node, dict):
        for name, item in node.items():
            if name in readers and (len(node) == 1 or name == MACRO):
                yield from ((use, path) for use in readers[name](item))
            if name != MACRO:
                yield from _places(item, (*path, name), readers)
    elif isinstance(node, list):
        for at, item in enumerate(node):
            yield from _places(item, (*path, at), readers)


def _entries(section: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, entry in section.items() if isinstance(section, dict) else ():
        if isinstance(entry, dict) and not str(name).startswith("Fn::"):
            yield str(name), entry


def _of_entry(section: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Use]]:
    condition, before = entry.get("Condition"), entry.get("DependsOn")
    if section != "Conditions" and isinstance(condition, str):
        yield "Condition", (CONDITION, condition, ())
    if section == "Resources":
        items = before if isinstance(before, list) else [before]
        yield from (("DependsOn", (RESOURCE, item, ())) for item in items if isinstance(item, str))


def _reference(argument: Any) -> Iterable[Use]:
    return ((VALUE, argument, ()),) if isinstance(argument, str) else ()


def _attribute(argument: Any) -> Iterable[Use]:
    parts = argument.split(".", 1) if isinstance(argument, str) else argument
    if not isinstance(parts, list) or len(parts) != 2 or not isinstance(parts[0], str):
        return ()
    return ((RESOURCE, parts[0], (parts[1],) if isinstance(parts[1], str) else ()),)


def _substitute(argument: Any) -> Iterator[Use]:
    text, given = argument if isinstance(argument, list) and len(argument) == 2 else (argument, {})
    if isinstance(text, str) and isinstance(given, dict) and MACRO not in given:
        for literal, written in _HOLE.findall(text):
            name = written.strip()
            if not literal and name not in given:
                yield from _attribute(name) if "." in name else _reference(name)


def _choose(argument: Any) -> Iterator[Use]:
    if isinstance(argument, list) and argument and isinstance(argument[0], str):
        yield CONDITION, argument[0], ()


def _condition(argument: Any) -> Iterator[Use]:
    if isinstance(argument, str):
        yield CONDITION, argument, ()


def _lookup(argument: Any) -> Iterator[Use]:
    if not isinstance(argument, list) or len(argument) not in (3, 4) or not isinstance(argument[0], str):
        return
    yield MAP, argument[0], ()
    if len(argument) == 3 and isinstance(argument[1], _LITERAL):
        keys = argument[1:] if isinstance(argument[2], _LITERAL) else argument[1:2]
        yield KEY, argument[0], tuple(keys)


def _included(argument: Any) -> Iterable[Use]:
    """Return what ``AWS::Include`` reads; no other macro has functions evaluated that it is handed.

    Source: CloudFormation User Guide, AWS::Include transform, and macros: the request that a macro gets.
    """
    if not isinstance(argument, dict) or argument.get("Name") != "AWS::Include":
        return ()
    given = argument.get("Parameters")
    location = given.get("Location") if isinstance(given, dict) else None
    return _reference(location.get("Ref")) if isinstance(location, dict) else ()


def _parameter(argument: Any) -> Iterator[Use]:
    return ((PARAMETER_ONLY, name, what) for _, name, what in _reference(argument))


def _parameters(argument: Any) -> Iterator[Use]:
    return ((PARAMETER_ONLY if kind == VALUE else kind, name, what) for kind, name, what in _substitute(argument))


def _readers(section: str) -> Mapping[str, Reader]:
    return _IN_CONDITIONS if section == "Conditions" else _READERS


_READERS: Mapping[str, Reader] = {
    "Ref": _reference,
    "Fn::GetAtt": _attribute,
    "Fn::Sub": _substitute,
    "Fn::If": _choose,
    "Fn::FindInMap": _lookup,
    MACRO: _included,
}
_IN_CONDITIONS: Mapping[str, Reader] = {**_READERS, "Ref": _parameter, "Fn::Sub": _parameters, "Condition": _condition}
