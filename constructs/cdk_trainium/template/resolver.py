"""Resolves intrinsic functions as far as the template allows; what is left is an `Unknown` with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import is_
from typing import TYPE_CHECKING, Any

from .arguments import fault_of, is_function, is_made_by_macro
from .conditions import PARAMETER, Scenario
from .maps import entry_of
from .strings import dynamic, encoded, joined, split
from .unknown import Answer, AtDeployment, Malformed, NoSuchKey, OneOf, Unknown, ZoneOf, Zones
from .values import MACRO, NO_VALUE, Value, known_text

if TYPE_CHECKING:
    from .template import Template

__all__ = ["Resolver"]

_HOLE = re.compile(r"\$\{(!?)([^${}]*)\}")


class Resolver:
    """Resolves values of one template in one scenario; collects the conditions it met."""

    def __init__(self, template: Template, scenario: Scenario | None) -> None:
        """Resolve for ``scenario``; None takes the first branch of every ``Fn::If`` and only collects."""
        self._template = template
        self._scenario = scenario
        self._assigned = scenario.parameters if scenario else {}
        self.conditions: set[str] = set()
        """What decides the values met so far: keys of `Truths`."""

    def value(self, node: Any) -> Value:
        """Return ``node`` resolved, itself where nothing is to resolve; ``NO_VALUE`` when it is left out."""
        kind = type(node)
        if kind is dict:
            if len(node) == 1:
                ((name, argument),) = node.items()
                function = _FUNCTIONS.get(name)
                if function is not None:
                    return function(self, argument)
                if name.startswith("Fn::"):
                    kind_of = Answer if name == MACRO else AtDeployment
                    return kind_of(f"{name} is worked out at deployment")
            return self._mapping(node)
        if kind is list:
            return self._list(node)
        if kind is str and "{{resolve:" in node:
            return dynamic(node)
        return node

    def _list(self, node: list[Any]) -> list[Value]:
        made = [item for item in map(self.value, node) if item is not NO_VALUE]
        return node if len(made) == len(node) and all(map(is_, made, node)) else made

    def _mapping(self, node: dict[str, Any]) -> dict[str, Value]:
        made = node
        for key, item in node.items():
            kind = type(item)
            if kind is not dict and kind is not list and (kind is not str or "{{resolve:" not in item):
                continue
            value = self.value(item)
            if value is item:
                continue
            if made is node:  # copied for the first item that differs: most of a template is written out
                made = dict(node)
            if value is NO_VALUE:
                del made[key]
            else:
                made[key] = value
        return made

    def _refused(self, name: str, argument: Any) -> Unknown:
        """Return what stands for a function with ``argument``, which it does not take or something else makes."""
        fault = fault_of(name, argument, self._template.is_extended)
        if fault:
            return Malformed(fault)
        parts = argument if isinstance(argument, list) else [argument]
        kind = AtDeployment if any(map(is_made_by_macro, parts)) else Unknown
        return kind(f"{name} has a function in place of a text or list")

    def _part(self, node: Any) -> Value:
        """Return ``node`` resolved where it is no object: a macro makes something else of one."""
        return AtDeployment(f"{MACRO} is worked out at deployment") if is_made_by_macro(node) else self.value(node)

    def reference(self, argument: Any) -> Value:
        """``Ref``."""
        if argument == "AWS::NoValue":
            return NO_VALUE
        if not isinstance(argument, str):
            return self._refused("Ref", argument)
        if argument in self._template.resources:
            return self._template.reference(argument)
        if argument in self._template.parameters:
            return self._parameter(argument)
        return Unknown(f"{argument} is neither a parameter nor a resource of this template")

    def _parameter(self, name: str) -> Value:
        parameters = self._template.parameters
        if parameters.few(name) or parameters.many(name):
            self.conditions.add(PARAMETER + name)
        value = parameters.value(name, self._assigned)
        return dynamic(value) if isinstance(value, str) and "{{resolve:" in value else value

    def attribute(self, argument: Any) -> Value:
        """``Fn::GetAtt``, also of a nested stack's outputs."""
        parts = argument.split(".", 1) if isinstance(argument, str) else argument
        if isinstance(parts, list) and len(parts) == 2 and isinstance(parts[0], str) and isinstance(parts[1], str):
            return self._attribute(*parts)
        return self._refused("Fn::GetAtt", argument)

    def _attribute(self, name: str, attribute: str) -> Value:
        if name not in self._template.resources:
            return Unknown(f"{name} is no resource of this template")
        child = self._template.children.get(name)
        if child is not None and attribute.startswith("Outputs."):
            truths = self._scenario.truths if self._scenario else {}
            value, deciding = child.output_for(attribute.removeprefix("Outputs."), truths)
            self.conditions |= deciding
            return value
        return self._template.reference(name, attribute)

    def choose(self, argument: Any) -> Value:
        """``Fn::If``."""
        if not isinstance(argument, list) or len(argument) != 3 or not isinstance(argument[0], str):
            return self._refused("Fn::If", argument)
        self.conditions.add(argument[0])
        if self._scenario is None:
            first, _ = self.value(argument[1]), self.value(argument[2])
            return first
        return self.value(argument[1] if self._scenario.truths.get(argument[0], True) else argument[2])

    def join(self, argument: Any) -> Value:
        """``Fn::Join``."""
        if not _is_pair(argument) or not isinstance(argument[0], str) or not isinstance(argument[1], list | dict):
            return self._refused("Fn::Join", argument)
        parts = self.value(argument[1])
        return joined(argument[0], parts) if isinstance(parts, list) else _hidden_list(parts)

    def substitute(self, argument: Any) -> Value:
        """``Fn::Sub``."""
        text, given = argument if isinstance(argument, list) and len(argument) == 2 else (argument, {})
        if not isinstance(text, str) or not isinstance(given, dict):
            return self._refused("Fn::Sub", argument)
        if is_made_by_macro(given):
            return AtDeployment(f"{MACRO} says what Fn::Sub fills in")
        parts: list[Value] = []
        at, known = 0, {name: self.value(node) for name, node in given.items()}
        for hole in _HOLE.finditer(text):
            parts += [text[at : hole.start()], self._hole(hole, known)]
            at = hole.end()
        return joined("", [*parts, text[at:]])

    def _hole(self, hole: re.Match[str], known: dict[str, Value]) -> Value:
        name = hole.group(2).strip()
        if hole.group(1):
            return f"${{{name}}}"
        if name in known:
            return known[name]
        return self.attribute(name) if "." in name else self.reference(name)

    def select(self, argument: Any) -> Value:
        """``Fn::Select``."""
        if not _is_pair(argument) or not isinstance(argument[1], list | dict):
            return self._refused("Fn::Select", argument)
        index, items = _index(self.value(argument[0])), self.value(argument[1])
        if isinstance(items, Zones) and index is not None:
            return ZoneOf(f"zone {index} of {items.reason}", "", index, items.region)
        if isinstance(items, Unknown):
            kind = AtDeployment if isinstance(items, AtDeployment) else Unknown
            return kind(f"item {index} where {items.reason}")
        if index is None or not isinstance(items, list) or not 0 <= index < len(items):
            return Unknown("Fn::Select has no such item")
        return items[index]

    def split(self, argument: Any) -> Value:
        """``Fn::Split``."""
        if not _is_pair(argument) or not isinstance(argument[0], str) or not argument[0]:
            return self._refused("Fn::Split", argument)
        return split(argument[0], self.value(argument[1]))

    def lookup(self, argument: Any) -> Value:
        """``Fn::FindInMap``, with ``DefaultValue``."""
        if fault_of("Fn::FindInMap", argument, self._template.is_extended) or not isinstance(argument, list):
            return self._refused("Fn::FindInMap", argument)
        keys = [self._part(key) for key in argument[:3]]
        wrong = next((key for key in keys if isinstance(key, NoSuchKey | Malformed)), None)
        if wrong is not None:
            return wrong
        otherwise = [item.get("DefaultValue", item) for item in argument[3:]]
        hidden = next((key for key in keys if isinstance(key, Unknown)), None)
        if hidden is not None:
            others = [("any other key", self.value(item)) for item in otherwise]
            return OneOf(hidden.reason, choices=(*self._entries(keys), *others))
        found: Any = self._template.section("Mappings")
        for at, key in enumerate(keys):
            if isinstance(found, dict) and MACRO in found:
                return Unknown(f"{MACRO} fills in the map at deployment")
            found = entry_of(found, key) if isinstance(found, dict) else None
            if found is None:
                named = all(isinstance(item, str | int | float) for item in argument[: at + 1])
                return self.value(otherwise[0]) if otherwise else _no_such_key(keys, named)
        return Unknown("its entry in a map is or holds a function") if _calls(found) else self.value(found)

    def _entries(self, keys: list[Value]) -> list[tuple[str, Value]]:
        """Return what ``keys``, some of them hidden, may lead to; CloudFormation takes no functions in a map."""
        found: list[tuple[list[str], Any]] = [([], self._template.section("Mappings"))]
        for key in keys:
            inner = [(names, node) for names, node in found if isinstance(node, dict)]
            if isinstance(key, Unknown):
                found = [([*names, str(name)], item) for names, node in inner for name, item in node.items()]
            else:
                found = [(names, entry_of(node, key)) for names, node in inner]
        return [(", ".join(names), self.value(item)) for names, item in found if isinstance(item, str | int | float)]

    def encode(self, argument: Any) -> Value:
        """``Fn::Base64``."""
        value = self._part(argument)
        return value if value is NO_VALUE else encoded(value)

    def imported(self, argument: Any) -> Value:
        """``Fn::ImportValue``, followed when the exporting stack is part of the same review."""
        name = self._part(argument)
        found = self._template.imported(name) if isinstance(name, str) else None
        return Unknown(f"Fn::ImportValue of {known_text(name)} hides it", "") if found is None else found

    def read(self, argument: Any) -> Value:
        """``Fn::GetStackOutput``, followed when the stack is part of the same review; a role may see another account.

        Source: CloudFormation Template Reference, Fn::GetStackOutput: the region is that of the template by default.
        """
        if not isinstance(argument, dict) or not {"StackName", "OutputName"} <= argument.keys():
            return self._refused("Fn::GetStackOutput", argument)
        stack, output = self.value(argument["StackName"]), self.value(argument["OutputName"])
        region = self._region(argument.get("Region")) or self._template.region
        named = isinstance(stack, str) and isinstance(output, str) and "RoleArn" not in argument
        found = self._template.read(stack, output, region) if named else None
        return AtDeployment("Fn::GetStackOutput is worked out at deployment") if found is None else found

    def _region(self, argument: Any) -> str:
        """Return the region that a function is told, empty for that of the template."""
        own = argument in ("", None) or argument == {"Ref": "AWS::Region"}
        region = "" if own else known_text(self._part(argument))
        return "" if region in (self._template.region, "${AWS::Region}") else region

    def zones(self, argument: Any) -> Value:
        """``Fn::GetAZs``; without an argument, or with ``AWS::Region``, of the stack's region."""
        region = self._region(argument)
        return Zones(f"Fn::GetAZs of {region or 'the region'}", "", region)


def _is_pair(argument: Any) -> bool:
    return isinstance(argument, list) and len(argument) == 2


def _calls(node: Any) -> bool:
    """Return whether an entry of a map is or holds a function; CloudFormation takes none, so that none is followed."""
    if isinstance(node, dict):
        return not is_made_by_macro(node) and (is_function(node) or any(map(_calls, node.values())))
    return isinstance(node, list) and any(map(_calls, node))


def _no_such_key(keys: list[Value], named: bool) -> NoSuchKey:
    name, *path = map(known_text, keys)
    return NoSuchKey(f"Fn::FindInMap finds no such key: map {name} has no {'.'.join(path)}", named=named)


def _hidden_list(value: Value) -> Unknown:
    reason = f": {value.reason}" if isinstance(value, Unknown) else ""
    return Unknown(f"Fn::Join of an unknown list{reason}")


def _index(value: Value) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):  # 1e999 is a number in JSON
        return None


_FUNCTIONS: dict[str, Callable[[Resolver, Any], Value]] = {
    "Ref": Resolver.reference,
    "Fn::GetAtt": Resolver.attribute,
    "Fn::If": Resolver.choose,
    "Fn::Join": Resolver.join,
    "Fn::Sub": Resolver.substitute,
    "Fn::Select": Resolver.select,
    "Fn::Split": Resolver.split,
    "Fn::FindInMap": Resolver.lookup,
    "Fn::Base64": Resolver.encode,
    "Fn::ImportValue": Resolver.imported,
    "Fn::GetStackOutput": Resolver.read,
    "Fn::GetAZs": Resolver.zones,
}
