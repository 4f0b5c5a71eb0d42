"""Conditions that refer to each other in a circle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....findings import Level
from ....template import Template
from ....template.names import CONDITION, uses_of
from ...options import Context
from ...rule import Hit, Rule


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Follow the conditions that each condition names; a circle is told once, at its first condition."""
    section = template.section("Conditions")
    names = section if isinstance(section, dict) else {}
    links = {name: _named(name, entry) & set(names) for name, entry in names.items()}
    told: set[str] = set()
    for name in links:
        circle = [] if name in told else _circle(name, links)
        told.update(circle)
        if circle:
            yield Hit(f"the conditions {' -> '.join([*circle, name])} form a circle", ("Conditions", name))


def _named(name: str, entry: object) -> set[str]:
    return {used for kind, used, _ in uses_of("Conditions", {name: entry}) if kind == CONDITION}


def _circle(start: str, links: Mapping[str, set[str]]) -> list[str]:
    """Return the shortest way from ``start`` back to it; nothing when there is none."""
    ways, seen = [[start]], {start}
    for way in ways:
        for name in sorted(links[way[-1]]):
            if name == start:
                return way
            if name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


RULE = Rule(
    id="TRN919",
    title="Conditions form no circle",
    level=Level.ERROR,
    why="CloudFormation refuses the template: which branch holds cannot be worked out.",
    source="CloudFormation User Guide, condition functions",
    on="template",
    check=check,
    fix="let one of them compare parameters instead",
    texts=("Conditions",),
)
