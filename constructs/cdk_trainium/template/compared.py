"""Which parameters decide conditions, and which of their values can make a difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .parameters import Parameters, as_text

__all__ = ["Compared", "compared", "parameter_of"]

_HOLE = re.compile(r"\$\{([^!${}.]+)\}")
_WHOLE = re.compile(r"\$\{([^!${}.]+)\}\Z")


class Compared:
    """What one parameter is compared with."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.literals: set[str] = set()
        self.keys: set[str] | None = None
        """The only values that a map without ``DefaultValue`` takes. Default: - it is no key of a map."""
        self.peers: set[str] = set()
        """Other parameters that it is compared with."""

    def must_be_in(self, keys: set[str]) -> None:
        """Restrict the values to ``keys`` of a map."""
        self.keys = keys if self.keys is None else self.keys & keys


class _Reader(NamedTuple):
    section: Mapping[str, Any]
    parameters: Parameters
    mappings: Mapping[str, Any]
    constant: Callable[[Any], str | None]
    found: dict[str, Compared]

    def read(self, names: Iterable[str]) -> None:
        """Read the conditions ``names`` and those that they name."""
        seen: set[str] = set()
        todo: list[Any] = [{"Condition": name} for name in names]
        while todo:
            node = todo.pop()
            if isinstance(node, list):
                todo.extend(node)
            elif isinstance(node, dict):
                for key, value in node.items():
                    if key == "Condition" and isinstance(value, str) and value not in seen:
                        seen.add(value)
                        todo.append(self.section.get(value))
                    if key == "Fn::Equals":
                        self._sides(value)
                    else:
                        todo.append(value)

    def _sides(self, sides: Any) -> None:
        if not isinstance(sides, list):
            return
        plain = [name for name in map(parameter_of, sides) if name is not None]
        for side in sides:
            for name in dict.fromkeys(self._names(side)):
                self._entry(name)
        texts = {text for text in map(self._literal, sides) if text is not None} if plain else set()
        for name in plain:
            self._entry(name).literals |= texts
            self._entry(name).peers |= set(plain) - {name}

    def _literal(self, side: Any) -> str | None:
        if not isinstance(side, dict | list):
            return as_text(side)
        return None if any(self._names(side)) else self.constant(side)

    def _entry(self, name: str) -> Compared:
        return self.found.setdefault(name, Compared())

    def _names(self, node: Any) -> Iterator[str]:
        """Yield the parameters that a side of ``Fn::Equals`` reads, and note which maps they are keys of."""
        if isinstance(node, list):
            for item in node:
                yield from self._names(item)
        elif isinstance(node, dict):
            for key, value in node.items():
                if key == "Fn::FindInMap" and isinstance(value, list) and len(value) in (3, 4):
                    self._keys(value)
                yield from filter(self.parameters.__contains__, _direct(key, value))
                yield from self._names(value)

    def _keys(self, lookup: list[Any]) -> None:
        table = self.mappings.get(lookup[0]) if isinstance(lookup[0], str) else None
        if not isinstance(table, dict):
            return
        rows = [row for row in table.values() if isinstance(row, dict)]
        for node, keys in ((lookup[1], set(table)), (lookup[2], {key for row in rows for key in row})):
            name = parameter_of(node)
            if name is not None:
                texts = set(map(as_text, keys))
                self._entry(name).literals |= texts
                if len(lookup) == 3:
                    self._entry(name).must_be_in(texts)


def compared(
    section: Mapping[str, Any],
    names: Iterable[str],
    parameters: Parameters,
    mappings: Mapping[str, Any],
    constant: Callable[[Any], str | None],
) -> dict[str, Compared]:
    """Return the parameters that decide the conditions ``names``, each with what it is compared with.

    Parameters that are compared with each other share their values. ``constant`` resolves what reads no parameter.
    """
    reader = _Reader(section, parameters, mappings, constant, {})
    reader.read(names)
    for name in reader.found:
        _share(name, reader.found, parameters)
    return reader.found


def parameter_of(node: Any) -> str | None:
    """Return the parameter whose value, and nothing else, ``node`` is: ``Ref`` or ``Fn::Sub`` of it alone."""
    if not isinstance(node, dict) or len(node) != 1:
        return None
    ((function, argument),) = node.items()
    if not isinstance(argument, str):
        return None
    if function == "Ref":
        return argument
    whole = _WHOLE.match(argument) if function == "Fn::Sub" else None
    return whole.group(1).strip() if whole else None


def _direct(function: str, argument: Any) -> list[str]:
    if function == "Ref" and isinstance(argument, str):
        return [argument]
    if function != "Fn::Sub":
        return []
    text = argument[0] if isinstance(argument, list) and argument else argument
    return [name.strip() for name in _HOLE.findall(text)] if isinstance(text, str) else []


def _share(name: str, found: dict[str, Compared], parameters: Parameters) -> None:
    seen, todo = {name}, [name]
    while todo:
        for peer in found[todo.pop()].peers - seen:
            seen.add(peer)
            todo.append(peer)
    for peer in seen if len(seen) > 1 else ():
        found[name].literals |= found[peer].literals | set(parameters.likely(peer))
