"""Templates that a template may ask for values, and whether all combinations of its conditions were judged."""

from __future__ import annotations

from collections.abc import Iterator

from ...template import Template
from ...template.text import may_hold

__all__ = ["is_cut", "related"]

_IMPORT = "ImportValue"
"""Part of ``Fn::ImportValue`` and of its short form."""


def is_cut(template: Template) -> bool:
    """Return whether combinations of the conditions were left out, as far as anybody has asked for some."""
    return "conditions" in vars(template) and template.conditions.cut


def related(template: Template) -> Iterator[Template]:
    """Yield ``template`` and those whose values it may ask for: around it, below it, and what it imports from."""
    above: Template | None = template
    while above is not None:
        yield above
        above = above.parent[0] if above.parent else None
    below = list(template.children.values())
    while below:
        child = below.pop()
        yield child
        below += child.children.values()
    if may_hold(template.text, _IMPORT):
        yield from (other for other, _ in template.exports.values())
