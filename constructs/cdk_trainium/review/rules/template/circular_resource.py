"""Resources that wait for each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Template
from ....template.names import RESOURCE, VALUE, Use, uses_of
from ...options import Context
from ...rule import Hit, Rule
from .circles import circles

_WAITS = ("Properties", "DependsOn")


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Follow what each resource refers to or depends on; what a condition decides may form none, and is let be."""
    if not any(circles({name: _resources_of(uses) & set(template.uses) for name, uses in template.uses.items()})):
        return  # also with all that a condition decides there is none
    section = template.section("Resources")
    made = {name: entry for name, entry in section.items() if _always(entry)} if isinstance(section, dict) else {}
    links = {name: _named(name, entry) & set(made) for name, entry in made.items()}
    for circle in circles(links):
        text = f"the resources {' -> '.join([*circle, circle[0]])} wait for each other"
        yield Hit(text, ("Resources", circle[0]))


def _always(entry: object) -> bool:
    return isinstance(entry, dict) and "Condition" not in entry


def _named(name: str, entry: Mapping[str, Any]) -> set[str]:
    waits = {key: _without_choices(entry[key]) for key in _WAITS if key in entry}
    return _resources_of(uses_of("Resources", {name: waits}))


def _resources_of(uses: Iterable[Use]) -> set[str]:
    return {used for kind, used, _ in uses if kind in (VALUE, RESOURCE)}


def _without_choices(node: Any) -> Any:
    """Return ``node`` without the branches of ``Fn::If``."""
    if isinstance(node, dict):
        return {key: _without_choices(item) for key, item in node.items() if key != "Fn::If"}
    return [_without_choices(item) for item in node] if isinstance(node, list) else node


RULE = Rule(
    id="TRN925",
    title="Resources wait for each other in no circle",
    level=Level.ERROR,
    why="CloudFormation refuses the template: no resource of the circle can be made first.",
    source="CloudFormation User Guide, DependsOn attribute",
    on="template",
    check=check,
    fix="remove one DependsOn, or move the reference into a resource of its own, such as a security group rule",
)
