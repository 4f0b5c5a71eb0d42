"""Names that a template uses and does not define."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...template import Template, known_text
from ...template.macros import ADDS_NOTHING, ADDS_RESOURCES, macros_of
from ...template.maps import entry_of
from ...template.names import CONDITION, FAULT, KEY, MAP, PARAMETER_ONLY, RESOURCE, VALUE, Path, Use, places_of, uses_of
from .attributes import attributes_of, has_attribute
from .schema import schema

__all__ = ["Undefined", "macros_of", "may_define", "undefined_in"]

_SECTIONS = ("Resources", "Outputs", "Conditions")
_MACRO = "Fn::Transform"
_OUTPUT = "Outputs."


class Undefined:
    """One name, with every place that uses it."""

    def __init__(self, name: str, text: str, candidates: Iterable[str], maybe: str) -> None:
        """Begin without a place.

        Args:
            name: the name.
            text: what is wrong, as a clause.
            candidates: names that may have been meant.
            maybe: what may define it at deployment, empty when nothing does.
        """
        self.name = name
        self.text = text
        self.candidates = candidates
        self.maybe = maybe
        self.places: list[str] = []
        self.first: Path = ()


def undefined_in(template: Template) -> list[Undefined]:
    """Return each undefined name of ``template`` once."""
    sections = {name: template.section(name) for name in _SECTIONS}
    known = _Known(template)
    found: dict[tuple[str, str], Undefined] = {}
    for section, entries in sections.items():
        used = set().union(*template.uses.values()) if section == "Resources" else uses_of(section, entries)
        missing = {use: text for use in used if (text := known.wrong(use))}
        for use, path in places_of(section, entries, missing) if missing else ():
            item = found.setdefault((missing[use], use[1]), known.undefined(use, missing[use]))
            item.first = item.first or (section, *path)
            item.places.append(".".join(map(str, path if section == "Resources" else (section, *path))))
    return list(found.values())


class _Known:
    """What a template defines."""

    def __init__(self, template: Template) -> None:
        self.template = template
        self.conditions = _names(template.section("Conditions"))
        self.mappings: Mapping[str, Any] = _names(template.section("Mappings"))
        self.modules = [name for name, item in template.resources.items() if item.type.endswith("::MODULE")]

    def wrong(self, use: Use) -> str:
        """Return what is wrong with a use, as a clause; empty when it is right."""
        kind, name, what = use
        if kind == FAULT:
            return ""  # TRN929 tells it
        if kind in (VALUE, RESOURCE):
            return self._wrong_reference(*use)
        if kind == KEY:
            return self._wrong_key(name, what)
        if kind == PARAMETER_ONLY:
            return self._no_parameter(name)
        known, noun = (self.conditions, "condition") if kind == CONDITION else (self.mappings, "map")
        return "" if name in known else f"the {noun} {_shown(name)} is not defined"

    def _wrong_reference(self, kind: str, name: str, what: tuple[str, ...]) -> str:
        if name in self.template.resources:
            return self._wrong_output(name, what) or self._wrong_attribute(name, what)
        if kind == VALUE and (name == "AWS::NoValue" or name in self.template.parameters):
            return ""
        if any(name.startswith(module) for module in self.modules):
            return ""  # the resources of a module are named after it
        return self._no_resource(name)

    def _no_resource(self, name: str) -> str:
        if name in self.template.parameters:
            return f"{name} is a parameter, where a resource is asked for"
        return f"{_shown(name)} is neither a parameter nor a resource of this template"

    def _no_parameter(self, name: str) -> str:
        if name in self.template.parameters:
            return ""
        if name in self.template.resources:
            return f"{name} is a resource, and a condition reads parameters only"
        return f"{_shown(name)} is no parameter of this template"

    def _wrong_key(self, name: str, keys: tuple[Any, ...]) -> str:
        found: Any = self.mappings.get(name)
        for at, key in enumerate(keys):
            if not isinstance(found, dict) or _MACRO in found:
                return ""  # told as an unknown map, or filled in at deployment
            found = entry_of(found, key)
            if found is None:
                return f"the map {'.'.join((name, *map(known_text, keys[:at])))} has no key {known_text(key)}"
        return ""

    def _wrong_attribute(self, name: str, what: tuple[str, ...]) -> str:
        kind = self.template.resources[name].type
        if not what or has_attribute(kind, what[0]):
            return ""
        return f"{name} has no attribute {what[0]}: {kind} had none of that name on {schema().date}"

    def _wrong_output(self, name: str, what: tuple[str, ...]) -> str:
        child = self.template.children.get(name)
        output = what[0].removeprefix(_OUTPUT) if what and what[0].startswith(_OUTPUT) else ""
        if child is None or not output or output in _names(child.section("Outputs")) or may_define(child, RESOURCE):
            return ""
        return f"the nested stack {name} has no output {output}"

    def undefined(self, use: Use, text: str) -> Undefined:
        """Return the report of ``use`` without its places."""
        kind, name, what = use
        if what and name in self.template.resources:
            attributes = attributes_of(self.template.resources[name].type) or ()
            return Undefined(what[0], text, attributes, may_define(self.template, kind))
        parameters = [item for item in _names(self.template.section("Parameters")) if isinstance(item, str)]
        by_kind = {CONDITION: self.conditions, MAP: self.mappings, PARAMETER_ONLY: parameters, KEY: ()}
        candidates = by_kind.get(kind, (*self.template.resources, *(parameters if kind == VALUE else ())))
        return Undefined(name, text, candidates, may_define(self.template, kind))


def _shown(name: str) -> str:
    return name or "an empty name"


def _names(section: Any) -> Mapping[str, Any]:
    return section if isinstance(section, dict) else {}


def may_define(template: Template, kind: str) -> str:
    """Return what may define names of ``kind`` at deployment; empty when nothing does."""
    for name in template.transforms:
        if name.startswith(ADDS_NOTHING) or (name.startswith(ADDS_RESOURCES) and kind not in (RESOURCE, VALUE)):
            continue
        return f"the transform {name} may define it"
    sections = (template.text.data, *(template.text.data.get(name) for name in (*_SECTIONS, "Parameters", "Mappings")))
    if any(isinstance(item, dict) and _MACRO in item for item in sections):
        return f"{_MACRO} may define it"
    return "a loop that is not written out may define it" if template.loops.left else ""
