"""Conditions: which combinations of them a template allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from .assignments import assignments, axes_of, size_of
from .compared import Compared, compared, parameter_of
from .parameters import Parameters, as_text

__all__ = ["OTHER", "PARAMETER", "Conditions", "Scenario", "Truths", "compatible", "worded"]

Truths = Mapping[str, bool | str]
"""Condition -> whether it holds; `PARAMETER` and the name of a parameter -> its value, one of those allowed."""
Resolve = Callable[[Any, Mapping[str, str]], str | None]
PARAMETER = "parameter "
"""Begins the key of a parameter in `Truths`; no condition has a space in its name."""
_MOST_ASSIGNMENTS = 512
_MOST_ALLOWED = 64
"""Combinations of allowed values of parameters; above it one parameter at a time differs from its default."""
_MOST_FREE = 6
Key = tuple[tuple[str, bool | str], ...]
Worked = dict[str, bool | None]
"""Condition -> what it is under one assignment, as far as it was worked out."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})
OTHER = "\0other"
"""Stands for every value of a parameter that no condition names."""


class Scenario(NamedTuple):
    """One combination of conditions that the template allows."""

    truths: Truths = _NOTHING
    """What was asked for, and no more."""
    parameters: Mapping[str, str] = _NOTHING
    """Parameter -> the value that leads here; `OTHER` is any value that no condition names."""
    default: bool = True
    """Whether the parameters' defaults lead here, or might, because one has no default."""
    sure: bool = True
    """Whether the values of parameters tell so; False when a condition here cannot be worked out before deployment."""


class Conditions:
    """The ``Conditions`` section of a template."""

    def __init__(
        self, section: Any, parameters: Parameters, mappings: Callable[[], Mapping[str, Any]], resolve: Resolve
    ) -> None:
        """Keep the section; nothing is evaluated yet.

        Args:
            section: the section ``Conditions``.
            parameters: the template's.
            mappings: gives the section ``Mappings``.
            resolve: gives the text of a value under values of parameters, None when that is not known.
        """
        self._mappings = mappings
        self._resolve = resolve
        self._section: Mapping[str, Any] = section if isinstance(section, dict) else {}
        self._parameters = parameters
        self._known: dict[tuple[frozenset[str], frozenset[tuple[str, str]]], tuple[Scenario, ...]] = {}
        self._deciding: dict[str, frozenset[str]] = {}
        self.cut = False
        """Whether `scenarios` had to leave combinations out."""

    def scenarios(self, names: Iterable[str], fixed: Mapping[str, str] = _NOTHING) -> tuple[Scenario, ...]:
        """Return every allowed combination of the conditions (and parameters) ``names``, those of the defaults first.

        Too many to go through are cut down to those where one parameter differs from its default. ``fixed`` are
        parameters with the one value that they have. Default: - each may have each of its values.
        """
        key = frozenset(names), frozenset(fixed.items())
        if key not in self._known:
            self._known[key] = tuple(self._enumerated(sorted(key[0]), fixed)) if key[0] else (Scenario(),)
        return self._known[key]

    def deciding(self, names: Iterable[str]) -> set[str]:
        """Return the parameters that decide the conditions (and parameters) ``names``."""
        wanted = list(names)
        own = {name.removeprefix(PARAMETER) for name in wanted if name.startswith(PARAMETER)}
        return own | set(self._compared(name for name in wanted if not name.startswith(PARAMETER)))

    def decided_by(self, name: str) -> frozenset[str]:
        """Return the parameters that decide the condition (or parameter) ``name``, worked out once."""
        if name not in self._deciding:
            self._deciding[name] = frozenset(self.deciding([name]))
        return self._deciding[name]

    @cached_property
    def tested(self) -> frozenset[str]:
        """The parameters that decide any condition and may have several values, of which no list is judged."""
        names, parameters = self.deciding(map(str, self._section)), self._parameters
        return frozenset(
            name
            for name in names
            if parameters.fixed(name) is None and not (parameters.few(name) or parameters.many(name))
        )

    def by_default(self, truths: Truths) -> bool:
        """Return whether the parameters' defaults lead to ``truths``, or might, for one has no default.

        Never when a condition cannot be worked out: nobody knows then which way it goes.
        """
        return not truths or any(
            item.default and item.sure and item.truths == truths for item in self.scenarios(truths)
        )

    def _enumerated(self, names: list[str], fixed: Mapping[str, str]) -> list[Scenario]:
        own = [name.removeprefix(PARAMETER) for name in names if name.startswith(PARAMETER)]
        compared = self._compared(name for name in names if not name.startswith(PARAMETER))
        choices = {name: self._choices(name, compared.get(name, Compared())) for name in (*compared, *own)}
        choices |= {name: [(value, True)] for name, value in fixed.items() if name in choices}
        axes = axes_of(choices, self._parameters.together)
        most = _MOST_ALLOWED if own else _MOST_ASSIGNMENTS
        self.cut |= size_of(axes) > most
        found: dict[Key, Scenario] = {}
        leads: dict[tuple[str, ...], set[Key]] = {}
        for assigned, default in assignments(axes, most):
            chosen = tuple(value for name, value in assigned.items() if not self._open(name))
            for truths in self._truths(names, assigned):
                key = tuple(truths.items())
                if default:
                    leads.setdefault(chosen, set()).add(key)
                if key not in found or (default and not found[key].default):
                    found[key] = Scenario(truths, assigned, default)
        sure = {key for keys in leads.values() if len(keys) == 1 for key in keys}
        made = [item if key in sure else item._replace(sure=False) for key, item in found.items()]
        return sorted(made, key=lambda item: (not item.default, not item.sure))

    def _open(self, name: str) -> bool:
        """Return whether nobody chooses ``name``: a pseudo parameter that is not known."""
        return name.startswith("AWS::") and self._parameters.fixed(name) is None

    def _truths(self, names: list[str], assigned: Mapping[str, str]) -> Iterator[dict[str, bool | str]]:
        worked_out: Worked = {}
        known = {name: self._known_truth(name, assigned, worked_out) for name in names}
        free = [name for name, value in known.items() if value is None]
        self.cut |= len(free) > _MOST_FREE
        options = product((True, False), repeat=len(free)) if len(free) <= _MOST_FREE else _extremes(len(free))
        for values in options:
            yield {**known, **dict(zip(free, values, strict=True))}  # type: ignore[dict-item]

    def _known_truth(self, name: str, assigned: Mapping[str, str], worked_out: Worked) -> bool | str | None:
        if name.startswith(PARAMETER):
            return assigned[name.removeprefix(PARAMETER)]
        return self._named(name, assigned, worked_out, 0)

    def _named(self, name: str, assigned: Mapping[str, str], worked_out: Worked, depth: int) -> bool | None:
        """Work a condition out once per assignment: a diamond of conditions else doubles the work at each level."""
        if name not in worked_out:
            worked_out[name] = None  # what a circle of conditions finds
            worked_out[name] = self._truth(self._section.get(name), assigned, worked_out, depth)
        return worked_out[name]

    def _compared(self, names: Iterable[str]) -> dict[str, Compared]:
        """Return the parameters that decide ``names``, each with what it is compared with."""
        return compared(self._section, names, self._parameters, self._mappings(), lambda node: self._resolve(node, {}))

    def _choices(self, name: str, known: Compared) -> list[tuple[str, bool]]:
        """Return the values of a parameter that can matter, each with whether it is the default."""
        fixed = self._parameters.fixed(name)
        if fixed is not None:
            return [(fixed, True)]
        default = self._parameters.default(name)
        values = self._values(name, default, known)
        return [(value, default is None or value == default) for value in values]

    def _values(self, name: str, default: str | None, known: Compared) -> list[str]:
        allowed = self._parameters.allowed(name)
        if allowed is not None and (self._parameters.few(name) or len(allowed) == 1):
            values = list(dict.fromkeys(allowed))
        else:
            named = dict.fromkeys(([] if default is None else [default]) + sorted(known.literals))
            values = [item for item in named if allowed is None or item in allowed or item == default]
            values += [OTHER] if allowed is None or set(allowed) - set(values) else []
        if known.keys is None:
            return values
        return [item for item in values if item in known.keys or item == default] or values

    def _truth(self, node: Any, assigned: Mapping[str, str], worked_out: Worked, depth: int) -> bool | None:
        if depth > 50 or not isinstance(node, dict) or len(node) != 1:
            return None
        ((name, argument),) = node.items()
        if name == "Condition":
            return self._named(argument, assigned, worked_out, depth + 1) if isinstance(argument, str) else None
        if name == "Fn::Equals" and isinstance(argument, list) and len(argument) == 2:
            return self._equal(argument, assigned)
        if name in ("Fn::And", "Fn::Or", "Fn::Not") and isinstance(argument, list):
            return _combined(name, [self._truth(item, assigned, worked_out, depth + 1) for item in argument])
        return None

    def _equal(self, sides: list[Any], assigned: Mapping[str, str]) -> bool | None:
        left, right = (self._side(item, assigned) for item in sides)
        if left is None or right is None:
            return True if sides[0] == sides[1] else None
        if OTHER in (left, right):
            return self._equal_to_other(sides, left == right)
        return left == right

    def _equal_to_other(self, sides: list[Any], both: bool) -> bool | None:
        """Compare what no condition names: it differs from all that one names, and is what it is itself."""
        first, second = map(parameter_of, sides)
        if both:
            return True if first == second else None
        worked_out = any(isinstance(item, dict | list) and parameter_of(item) is None for item in sides)
        return None if worked_out else False

    def _side(self, node: Any, assigned: Mapping[str, str]) -> str | None:
        if not isinstance(node, dict | list):
            return as_text(node)
        name = parameter_of(node)
        return self._resolve(node, assigned) if name is None or name not in assigned else assigned[name]


def compatible(conditions: Conditions, first: Truths, second: Truths) -> bool:
    """Return whether some deployment has both combinations of conditions."""
    if not first or not second:
        return True
    if any(second.get(name, value) != value for name, value in first.items()):
        return False
    both = {**first, **second}
    return any(scenario.truths == both for scenario in conditions.scenarios(both))


def worded(truths: Truths) -> str:
    """Return ``truths`` as messages name them: ``condition IsProd is false and parameter Type is trn2.48xlarge``."""
    return " and ".join(map(_one_worded, sorted(truths.items())))


def _one_worded(item: tuple[str, bool | str]) -> str:
    name, value = item
    if isinstance(value, bool):
        return f"condition {name} is {str(value).lower()}"
    return f"{name} is {'none of those named' if value == OTHER else value}"


def _combined(name: str, values: list[bool | None]) -> bool | None:
    if name == "Fn::Not":
        return None if not values or values[0] is None else not values[0]
    deciding = name == "Fn::Or"
    if deciding in values:
        return deciding
    return None if None in values else not deciding


def _extremes(count: int) -> list[tuple[bool, ...]]:
    return [(True,) * count, (False,) * count]
