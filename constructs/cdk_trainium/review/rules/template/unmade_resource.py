"""A reference to a resource that is not made where it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Reference, Template, Truths, Value
from ....template.names import RESOURCE, VALUE, uses_of
from ...model.case import case_of, named
from ...model.origin import in_words
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule

_SECTIONS = ("Resources", "Outputs")
_READ = {"Resources": ("Properties",), "Outputs": ("Value", "Export")}
"""What CloudFormation resolves of an entry; it drops a dependency on a resource that is not made."""


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Resolve what reads a resource with a condition in each combination of its own conditions and that one."""
    defined = as_map(template.section("Conditions"))
    if not defined:
        return
    conditions = {name: item.data.get("Condition") for name, item in template.resources.items()}
    unsure = {name for name, condition in conditions.items() if isinstance(condition, str) and condition in defined}
    for section in _SECTIONS if unsure else ():
        entries = template.section(section)
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            if isinstance(entry, dict):
                read = {key: entry[key] for key in _READ[section] if key in entry}
                used = {use for kind, use, _ in uses_of(section, {name: read}) if kind in (VALUE, RESOURCE)}
                for other in sorted(used & unsure - {name}):
                    yield from _judged(template, (section, name), entry.get("Condition"), read, other)


def _judged(template: Template, place: Path, own: Any, read: Mapping[str, Any], other: str) -> Iterator[Hit]:
    condition = template.resources[other].data["Condition"]
    cases = template.cases_of(read, {condition, *([own] if isinstance(own, str) else [])})
    there = [(item, value) for item, value in cases if not isinstance(own, str) or item.truths[own]]
    broken = [item for item, value in there if not item.truths[condition] and _refers(value, other)]
    if not broken:
        return
    right: list[Truths] = [item.truths for item, _ in cases if item not in broken]
    told = named([case_of(template, item.truths) for item in broken], [case_of(template, when) for when in right])
    text = f"{place[1]} refers to {other}"
    text += f" when {in_words(told, {template.key: template})}" if told else ""
    text += f"; {other} is made only when condition {condition} is true"
    level = None if any(item.default and item.sure for item in broken) else Level.WARNING
    resource = template.resources.get(str(place[1])) if place[0] == "Resources" else None
    yield Hit(text, ("Properties",) if resource else place, level=level, resource=resource)


def _refers(value: Value, other: str) -> bool:
    todo = [value]
    for item in todo:
        if isinstance(item, Reference) and item.logical_id == other:
            return True
        parts = getattr(item, "parts", ())
        todo += item.values() if isinstance(item, dict) else item if isinstance(item, list) else parts
    return False


RULE = Rule(
    id="TRN924",
    title="What is referred to is made",
    level=Level.ERROR,
    why="CloudFormation refuses the stack: a reference to a resource whose condition is false resolves to nothing.",
    source="CloudFormation User Guide, Conditions: unresolved resource dependencies",
    on="template",
    check=check,
    fix="give both the same condition, or choose with Fn::If",
)
