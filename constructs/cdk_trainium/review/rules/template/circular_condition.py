"""Conditions that refer to each other in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ....template.names import CONDITION, uses_of
from ...options import Context
from ...rule import Hit, Rule
from .circles import circles


def check(template: Template, _context: Context) -> Iterator[Hit]:
    """Follow the conditions that each condition names; a circle is told once, at its first condition."""
    section = template.section("Conditions")
    names = section if isinstance(section, dict) else {}
    links = {name: _named(name, entry) & set(names) for name, entry in names.items()}
    for circle in circles(links):
        text = f"the conditions {' -> '.join([*circle, circle[0]])} form a circle"
        yield Hit(text, ("Conditions", circle[0]))


def _named(name: str, entry: object) -> set[str]:
    return {used for kind, used, _ in uses_of("Conditions", {name: entry}) if kind == CONDITION}


RULE = Rule(
    id="TRN919",
    title="Conditions form no circle",
    level=Level.ERROR,
    why="CloudFormation refuses the template: which branch holds cannot be worked out.",
    source="CloudFormation User Guide, condition functions",
    on="template",
    check=check,
    fix="let one of them compare parameters instead",
)
