"""What CloudFormation refuses in the shape of a template: sections, parameters, outputs, and what resources say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....wording import kind_of
from ..errors import ValidationError

__all__ = ["check_shape"]

_SECTIONS = ("Parameters", "Mappings", "Conditions", "Rules", "Outputs")


def check_shape(template: Mapping[str, Any]) -> None:
    """Refuse parts that are not what their section holds, and resources that depend on what is not there.

    Raises:
        ValidationError: the first problem found.
    """
    for problems in (_sections(template), _resources(template["Resources"]), _members(template), _rules(template)):
        for problem in problems:
            raise ValidationError(f"Template format error: {problem}")


def _sections(template: Mapping[str, Any]) -> Iterator[str]:
    for section in _SECTIONS:
        if section in template and not isinstance(template[section], dict):
            yield f"[/{section}] must be an object, not {kind_of(template[section])}."


def _resources(resources: Mapping[str, Any]) -> Iterator[str]:
    for name, entry in resources.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("Type"), str):
            yield f"[/Resources/{name}] every resource needs a Type."
        else:
            yield from _resource(name, entry, resources)


def _members(template: Mapping[str, Any]) -> Iterator[str]:
    for section, key in (("Parameters", "Type"), ("Outputs", "Value")):
        for name, entry in template.get(section, {}).items():
            if not isinstance(entry, dict) or key not in entry:
                yield f"Every {section} object must contain a {key} member: [/{section}/{name}]."
    for name, mapping in template.get("Mappings", {}).items():
        if not isinstance(mapping, dict) or not all(isinstance(one, dict) for one in mapping.values()):
            yield f"[/Mappings/{name}] must hold objects of objects."


def _rules(template: Mapping[str, Any]) -> Iterator[str]:
    for name, rule in template.get("Rules", {}).items():
        if not _is_rule(rule):
            yield f"[/Rules/{name}] must be an object with Assertions."


def _resource(name: str, entry: Mapping[str, Any], resources: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(entry.get("Properties", {}), dict):
        yield f"[/Resources/{name}/Properties] must be an object, not {kind_of(entry['Properties'])}."
    if not isinstance(entry.get("Condition", ""), str):
        yield f"[/Resources/{name}/Condition] must be the name of a condition."
    after = entry.get("DependsOn", [])
    listed = [after] if isinstance(after, str) else after
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        yield f"[/Resources/{name}/DependsOn] must be a string or a list of strings."
    else:
        lost = ", ".join(one for one in listed if one not in resources)
        if lost:
            yield f"Unresolved resource dependencies [{lost}] in the Resources block of the template"


def _is_rule(rule: Any) -> bool:
    listed = rule.get("Assertions", []) if isinstance(rule, dict) else None
    return isinstance(listed, list) and all(isinstance(one, dict) and "Assert" in one for one in listed)
