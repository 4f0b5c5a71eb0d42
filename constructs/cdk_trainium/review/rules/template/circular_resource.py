"""Resources that wait for each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ....findings import Level
from ....template import Template, Truths
from ....template.conditions import Scenario
from ....template.names import RESOURCE, VALUE, Use, uses_of
from ...model.case import case_of, named
from ...model.names import macros_of
from ...model.origin import in_words
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, unknown
from .circles import circles, without_ends

_WAITS = ("Properties", "DependsOn")
_IF = "Fn::If"
_SPLIT, _SPLITTING = "AWS::Serverless::", "AWS::Serverless-"
"""Types of which a transform makes several resources, such as a function and its alias, that need not wait alike."""


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Follow what each resource refers to or depends on, in each combination of what decides that."""
    names = set(template.uses)
    links = {name: _resources_of(uses) & names for name, uses in template.uses.items()}
    entries = {name: template.resources[name].data for name in without_ends(links)}  # the others are in no circle
    deciding = set().union(*map(_deciding, entries.values())) & set(as_map(template.section("Conditions")))
    scenarios = template.conditions.scenarios(deciding) if entries else ()
    found: dict[tuple[str, ...], list[Scenario]] = {}
    for item in scenarios:
        made = {name: entry for name, entry in entries.items() if _is_made(entry, item.truths)}
        waits = {name: _named(name, entry, item.truths) & set(made) for name, entry in made.items()}
        for circle in circles(waits):
            found.setdefault(tuple(circle), []).append(item)
    for way, cases in found.items():
        yield _told(template, way, cases, [item.truths for item in scenarios if item not in cases])


def _is_made(entry: Mapping[str, Any], truths: Truths) -> bool:
    """Return whether a resource is made; never by a condition that is not defined, which is TRN918's."""
    return "Condition" not in entry or bool(truths.get(str(entry["Condition"])))


def _told(template: Template, circle: Sequence[str], cases: Sequence[Scenario], others: Sequence[Truths]) -> Hit:
    text = f"the resources {' -> '.join([*circle, circle[0]])} wait for each other"
    when = named([case_of(template, item.truths) for item in cases], [case_of(template, truths) for truths in others])
    text += f", when {in_words(when, {template.key: template})}" if when else ""
    if _is_rewritten(template, circle):
        text = f"whether {text} cannot be told: a transform makes others of them"
        return unknown(text, ("Resources", circle[0]), "review the processed template")
    level = None if any(item.default and item.sure for item in cases) else Level.WARNING
    return Hit(text, ("Resources", circle[0]), level=level)


def _is_rewritten(template: Template, circle: Sequence[str]) -> bool:
    """Return whether a transform may make others of the resources of ``circle``."""
    split = any(template.resources[name].type.startswith(_SPLIT) for name in circle)
    return bool(macros_of(template)) or (split and any(name.startswith(_SPLITTING) for name in template.transforms))


def _deciding(entry: Mapping[str, Any]) -> set[str]:
    """Return the conditions that decide whether a resource is made, and what it refers to."""
    own = entry.get("Condition")
    found = {own} if isinstance(own, str) else set[str]()
    todo: list[Any] = [entry.get(key) for key in _WAITS]
    for node in todo:
        if isinstance(node, dict):
            found |= {name for name in map(_condition, node.items()) if name}
        todo += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return found


def _condition(item: tuple[str, Any]) -> str:
    name, argument = item
    chosen = name == _IF and isinstance(argument, list) and len(argument) == 3 and isinstance(argument[0], str)
    return argument[0] if chosen else ""


def _named(name: str, entry: Mapping[str, Any], truths: Truths) -> set[str]:
    waits = {key: _chosen(entry[key], truths) for key in _WAITS if key in entry}
    return _resources_of(uses_of("Resources", {name: waits}))


def _resources_of(uses: Iterable[Use]) -> set[str]:
    return {used for kind, used, _ in uses if kind in (VALUE, RESOURCE)}


def _chosen(node: Any, truths: Truths) -> Any:
    """Return ``node`` with the branch of each ``Fn::If`` that ``truths`` choose, without any that they do not."""
    if isinstance(node, list):
        return [_chosen(item, truths) for item in node]
    if not isinstance(node, dict):
        return node
    condition = next(filter(None, map(_condition, node.items())), "")
    if condition in truths:
        return _chosen(node[_IF][1 if truths[condition] else 2], truths)
    return {key: _chosen(item, truths) for key, item in node.items() if key != _IF}


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
