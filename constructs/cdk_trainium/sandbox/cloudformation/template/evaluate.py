"""Evaluate a template's values: references, functions, conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ..errors import ValidationError
from .functions import FUNCTIONS
from .values import NO_VALUE, UNKNOWN, has_unknown, text

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Evaluator", "World"]

_VARIABLE = re.compile(r"\$\{(!?)([^}]{0,1000})\}")
_DYNAMIC = re.compile(r"\{\{resolve:(ssm|ssm-secure|secretsmanager):([^}]+)\}\}")


class World(Protocol):
    """What lies outside the template."""

    def ref(self, name: str) -> Any:
        """Return the physical id of a resource."""

    def attribute(self, name: str, attribute: str) -> Any:
        """Return an attribute of a resource."""

    def imported(self, export: str) -> Any:
        """Return the value of another stack's export."""

    def stack_output(self, stack: str, output: str, region: str) -> Any:
        """Return the value of another stack's output."""

    def zones(self, region: str) -> list[str]:
        """Return the names of a region's zones."""

    def secret(self, service: str, reference: str) -> str:
        """Return the value of a dynamic reference."""


@dataclass(slots=True)
class Evaluator:
    """Evaluates the values of one template with its parameters."""

    template: dict[str, Any]
    parameters: dict[str, Any]
    pseudo: dict[str, Any]
    world: World
    _conditions: dict[str, Any] = field(default_factory=dict)
    _judging: set[str] = field(default_factory=set)

    def value(self, value: Any) -> Any:
        """Return ``value`` with every function computed; ``NO_VALUE`` items are gone."""
        if isinstance(value, list):
            return [item for item in map(self.value, value) if item is not NO_VALUE]
        if isinstance(value, str):
            return self._dynamic(value)
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((name, argument),) = value.items()
            if name in _SPECIAL:
                return self._special(name, argument)
            if name in FUNCTIONS:
                return self._function(name, argument)
            if name.startswith("Fn::"):
                raise ValidationError(f"Template error: unsupported function {name}")
        pairs = ((key, self.value(item)) for key, item in value.items())
        return {key: item for key, item in pairs if item is not NO_VALUE}

    def condition(self, name: str) -> Any:
        """Return whether a condition holds.

        Raises:
            ValidationError: the template has no such condition, or it needs itself.
        """
        if name not in self._conditions:
            found = self.template.get("Conditions", {})
            if name not in found:
                raise ValidationError(f"Template format error: Unresolved condition dependency {name}")
            if name in self._judging:
                raise ValidationError(f"Template format error: Circular condition dependency at {name}")
            self._judging.add(name)
            self._conditions[name] = self._truth(found[name])
        return self._conditions[name]

    def active(self, entry: dict[str, Any]) -> bool:
        """Say whether a resource or output is in the stack by its condition."""
        name = entry.get("Condition")
        return name is None or bool(self.condition(name))

    def _truth(self, value: Any) -> Any:
        if isinstance(value, dict) and set(value) == {"Condition"}:
            return self.condition(value["Condition"])
        if isinstance(value, dict) and len(value) == 1:
            ((name, argument),) = value.items()
            if name in {"Fn::And", "Fn::Or", "Fn::Not"}:
                if not isinstance(argument, list):
                    raise ValidationError(f"Template error: {name} cannot use {argument!r}")
                return FUNCTIONS[name]([self._truth(item) for item in argument])
        return self.value(value)

    def _special(self, name: str, argument: Any) -> Any:
        if name in _SHAPES and not _SHAPES[name](argument):
            raise ValidationError(f"Template error: {name} cannot use {argument!r}")
        return _SPECIAL[name](self, argument)

    def _function(self, name: str, argument: Any) -> Any:
        if name in {"Fn::And", "Fn::Or", "Fn::Not"}:
            return self._truth({name: argument})
        given = self.value(argument)
        if has_unknown(given):
            return UNKNOWN
        try:
            return FUNCTIONS[name](given)
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
            raise ValidationError(f"Template error: {name} cannot use {argument!r}: {error}") from None

    def _ref(self, name: str) -> Any:
        if name == "AWS::NoValue":
            return NO_VALUE
        for known in (self.pseudo, self.parameters):
            if name in known:
                return known[name]
        if name not in self.template["Resources"]:
            raise ValidationError(f"Template format error: Unresolved resource dependencies [{name}] in the template")
        return self.world.ref(name)

    def _get_att(self, argument: Any) -> Any:
        name, attribute = argument.split(".", 1) if isinstance(argument, str) else argument
        if name not in self.template["Resources"]:
            raise ValidationError(f"Template format error: Unresolved resource dependencies [{name}] in the template")
        return self.world.attribute(name, text(self.value(attribute)))

    def _sub(self, argument: Any) -> Any:
        template, given = (argument, {}) if isinstance(argument, str) else argument
        local = {key: self.value(item) for key, item in given.items()}
        unknown = False

        def _replace(match: re.Match[str]) -> str:
            nonlocal unknown
            literal, name = match.group(1), match.group(2).strip()
            if literal:
                return "${" + match.group(2) + "}"
            found = local[name] if name in local else self._get_att(name) if "." in name else self._ref(name)
            unknown = unknown or has_unknown(found)
            return text(found)

        result = _VARIABLE.sub(_replace, template)
        return UNKNOWN if unknown else self._dynamic(result)

    def _if(self, argument: Any) -> Any:
        name, then, otherwise = argument
        return self.value(then if self.condition(name) else otherwise)

    def _find_in_map(self, argument: Any) -> Any:
        keys = [text(self.value(item)) for item in argument[:3]]
        found: Any = self.template.get("Mappings", {})
        for key in keys:
            if not isinstance(found, dict) or key not in found:
                if len(argument) > 3 and "DefaultValue" in argument[3]:
                    return self.value(argument[3]["DefaultValue"])
                raise ValidationError(f"Template error: Unable to get mapping for {'::'.join(keys)}")
            found = found[key]
        return found

    def _import_value(self, argument: Any) -> Any:
        return self.world.imported(text(self.value(argument)))

    def _stack_output(self, argument: Any) -> Any:
        given = self.value(argument)
        region = given.get("Region", self.pseudo["AWS::Region"])
        return self.world.stack_output(given["StackName"], given["OutputName"], region)

    def _get_azs(self, argument: Any) -> Any:
        return self.world.zones(text(self.value(argument)) or self.pseudo["AWS::Region"])

    def _dynamic(self, value: str) -> str:
        if "{{resolve:" not in value:
            return value
        return _DYNAMIC.sub(lambda match: self.world.secret(match.group(1), match.group(2)), value)


_SPECIAL: dict[str, Callable[[Evaluator, Any], Any]] = {
    "Ref": Evaluator._ref,
    "Fn::GetAtt": Evaluator._get_att,
    "Fn::Sub": Evaluator._sub,
    "Fn::If": Evaluator._if,
    "Fn::FindInMap": Evaluator._find_in_map,
    "Fn::ImportValue": Evaluator._import_value,
    "Fn::GetStackOutput": Evaluator._stack_output,
    "Fn::GetAZs": Evaluator._get_azs,
}


def _begins(count: int, *kinds: type) -> Callable[[Any], bool]:
    """Return a test for a list of at least ``count`` items that begins with these kinds."""
    return lambda value: isinstance(value, list) and len(value) >= count and all(map(isinstance, value, kinds))


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "Ref": lambda value: isinstance(value, str),
    "Fn::GetAtt": lambda value: "." in value if isinstance(value, str) else _begins(2, str)(value) and len(value) == 2,
    "Fn::Sub": lambda value: isinstance(value, str) or (_begins(2, str, dict)(value) and len(value) == 2),
    "Fn::If": lambda value: _begins(3, str)(value) and len(value) == 3,
    "Fn::FindInMap": _begins(3),
    "Fn::GetStackOutput": lambda value: isinstance(value, dict) and {"StackName", "OutputName"} <= set(value),
}
"""Function -> the shape of its argument."""
