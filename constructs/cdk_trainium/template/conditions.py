"""Conditions: which combinations of them a template allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from .parameters import Parameters, as_text

__all__ = ["Conditions", "Scenario", "compatible"]

_MOST_ASSIGNMENTS = 512
_MOST_FREE = 6
OTHER = "\0other"
"""Stands for every value of a parameter that no condition names."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One combination of conditions that the template allows."""

    truths: Mapping[str, bool] = field(default_factory=dict)
    """Condition -> whether it holds; only the conditions asked for."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Parameter -> the value that leads here; `OTHER` is any value that no condition names."""
    default: bool = True
    """Whether the parameters' defaults lead here, or might, because one has no default."""


class Conditions:
    """The ``Conditions`` section of a template."""

    def __init__(self, section: Any, parameters: Parameters) -> None:
        """Keep the section; nothing is evaluated yet."""
        self._section: Mapping[str, Any] = section if isinstance(section, dict) else {}
        self._parameters = parameters
        self._known: dict[frozenset[str], tuple[Scenario, ...]] = {}

    def scenarios(self, names: Iterable[str]) -> tuple[Scenario, ...]:
        """Return every allowed combination of the conditions ``names``, those of the defaults first."""
        key = frozenset(names)
        if key not in self._known:
            self._known[key] = tuple(self._enumerated(sorted(key))) if key else (Scenario(),)
        return self._known[key]

    def _enumerated(self, names: list[str]) -> list[Scenario]:
        compared = self._compared(names)
        choices = {name: self._choices(name, values) for name, values in compared.items()}
        if _size(choices) > _MOST_ASSIGNMENTS:
            choices = {name: [item for item in values if item[1]] for name, values in choices.items()}
        found: dict[tuple[tuple[str, bool], ...], Scenario] = {}
        for values in product(*choices.values()):
            assigned = {name: value for name, (value, _) in zip(choices, values, strict=True)}
            default = all(is_default for _, is_default in values)
            for truths in self._truths(names, assigned):
                scenario = found.get(tuple(truths.items()))
                if scenario is None or (default and not scenario.default):
                    found[tuple(truths.items())] = Scenario(truths, assigned, default)
        return sorted(found.values(), key=lambda item: not item.default)

    def _truths(self, names: list[str], assigned: Mapping[str, str]) -> Iterator[dict[str, bool]]:
        known = {name: self._truth({"Condition": name}, assigned, 0) for name in names}
        free = [name for name, value in known.items() if value is None]
        options = product((True, False), repeat=len(free)) if len(free) <= _MOST_FREE else _extremes(len(free))
        for values in options:
            yield {**known, **dict(zip(free, values, strict=True))}  # type: ignore[dict-item]

    def _compared(self, names: Iterable[str]) -> dict[str, set[str]]:
        """Return the parameters that decide ``names``, each with the literals it is compared with."""
        compared: dict[str, set[str]] = {}
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
                        todo.append(self._section.get(value))
                    elif key == "Fn::Equals":
                        _collect(value, compared)
                    todo.append(value)
        return compared

    def _choices(self, name: str, literals: set[str]) -> list[tuple[str, bool]]:
        """Return the values of a parameter that can matter, each with whether it is the default."""
        fixed = self._parameters.fixed(name)
        if fixed is not None:
            return [(fixed, True)]
        allowed = self._parameters.allowed(name)
        default = self._parameters.default(name)
        values = dict.fromkeys(sorted(literals) + ([] if default is None else [default]))
        if allowed is None:
            values[OTHER] = None
        else:
            values = dict.fromkeys(allowed) if len(allowed) <= 16 else {**values, OTHER: None}
        return [(value, default is None or value == default) for value in values]

    def _truth(self, node: Any, assigned: Mapping[str, str], depth: int) -> bool | None:
        if depth > 50 or not isinstance(node, dict) or len(node) != 1:
            return None
        ((name, argument),) = node.items()
        if name == "Condition":
            return self._truth(self._section.get(argument) if isinstance(argument, str) else None, assigned, depth + 1)
        if name == "Fn::Equals" and isinstance(argument, list) and len(argument) == 2:
            return self._equal(argument, assigned)
        if name in ("Fn::And", "Fn::Or", "Fn::Not") and isinstance(argument, list):
            return _combined(name, [self._truth(item, assigned, depth + 1) for item in argument])
        return None

    def _equal(self, sides: list[Any], assigned: Mapping[str, str]) -> bool | None:
        left, right = (self._side(item, assigned) for item in sides)
        if left is None or right is None:
            return None
        return left == right

    def _side(self, node: Any, assigned: Mapping[str, str]) -> str | None:
        if isinstance(node, dict):
            name = node.get("Ref")
            return assigned.get(name) if isinstance(name, str) and len(node) == 1 else None
        return None if isinstance(node, list) else as_text(node)


def compatible(conditions: Conditions, first: Mapping[str, bool], second: Mapping[str, bool]) -> bool:
    """Return whether some deployment has both combinations of conditions."""
    if not first or not second:
        return True
    if any(second.get(name, value) != value for name, value in first.items()):
        return False
    both = {**first, **second}
    return any(scenario.truths == both for scenario in conditions.scenarios(both))


def _collect(sides: Any, compared: dict[str, set[str]]) -> None:
    if not isinstance(sides, list):
        return
    literals = {as_text(item) for item in sides if not isinstance(item, dict | list)}
    for item in sides:
        if isinstance(item, dict) and isinstance(item.get("Ref"), str):
            compared.setdefault(item["Ref"], set()).update(literals)


def _combined(name: str, values: list[bool | None]) -> bool | None:
    if name == "Fn::Not":
        return None if not values or values[0] is None else not values[0]
    deciding = name == "Fn::Or"
    if deciding in values:
        return deciding
    return None if None in values else not deciding


def _size(choices: Mapping[str, list[Any]]) -> int:
    size = 1
    for values in choices.values():
        size *= len(values)
    return size


def _extremes(count: int) -> list[tuple[bool, ...]]:
    return [(True,) * count, (False,) * count]
