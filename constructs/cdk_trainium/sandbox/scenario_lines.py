"""Lines of a scenario file: where each of its problems stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import yaml

from ..errors import Problem
from ..plain_yaml import PlaceLoader

__all__ = ["located"]

_Places = dict[str, tuple[int, int]]
_DEPTH = 3
"""Levels that a problem may point to: ``blocks``, ``blocks[0]``, ``blocks[0].count``; an anchor may hold itself."""


def located(text: str, problems: Iterable[Problem]) -> list[Problem]:
    """Return the ``problems`` of the scenario ``text`` with line and column, from 1, of the key that each names."""
    places = dict(_places(yaml.compose(text, PlaceLoader), ""))
    return [_placed(problem, places) for problem in problems]


def _placed(problem: Problem, places: _Places) -> Problem:
    """Return ``problem`` with the place of its key; one that is missing has that of what it is missing from."""
    prop = problem.prop
    while prop and prop not in places:
        prop = prop[: max(prop.rfind("."), prop.rfind("["), 0)]
    line, column = places.get(prop, (0, 0))
    return replace(problem, line=line, column=column)


def _places(node: yaml.Node | None, path: str, deeper: int = _DEPTH) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield path and place of each key and item, ``deeper`` levels down."""
    if deeper and isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = f"{path}.{key.value}" if path else str(key.value)
            yield name, _place(key)
            yield from _places(value, name, deeper - 1)
    elif deeper and isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield f"{path}[{index}]", _place(item)
            yield from _places(item, f"{path}[{index}]", deeper - 1)


def _place(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1
