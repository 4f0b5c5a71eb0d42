"""Templates that a template may ask for values, and whether all combinations of its conditions were judged."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ...template import Template
from ...template.text import may_hold

__all__ = ["asked_by", "family_of", "is_cut", "may_import", "may_lend"]

_IMPORT, _READ = "ImportValue", "GetStackOutput"
"""Part of ``Fn::ImportValue`` and of ``Fn::GetStackOutput``, and of their short forms."""


def is_cut(template: Template) -> bool:
    """Return whether combinations of the conditions were left out, as far as anybody has asked for some."""
    return "conditions" in vars(template) and template.conditions.cut


def family_of(template: Template) -> Iterator[Template]:
    """Yield ``template`` and those whose values it may ask for: around it, and below it."""
    above: Template | None = template
    while above is not None:
        yield above
        above = above.parent[0] if above.parent else None
    below = list(template.children.values())
    while below:
        child = below.pop()
        yield child
        below += child.children.values()


def may_import(template: Template) -> bool:
    """Return whether ``template`` may import a value from another stack, or read an output of one."""
    return may_hold(template.text, _IMPORT, _READ)


def may_lend(importing: Sequence[Template]) -> Iterator[Template]:
    """Yield those that ``importing`` may take values from: all with an export, all that are named as a stack."""
    for template in importing[:1]:  # shared by all templates of one review
        yield from (other for other, _ in template.exports.values())
        if any(may_hold(item.text, _READ) for item in importing):
            yield from (item for items in template.stacks.values() for item in items if item.section("Outputs"))


def asked_by(template: Template) -> Collection[Template]:
    """Return ``template`` and those that it may have asked for values so far, whatever led there."""
    found: dict[str, Template] = {}
    todo = [template]
    while todo:
        new = [item for item in family_of(todo.pop()) if item.key not in found]
        found |= {item.key: item for item in new}
        todo += [other for item in new for other in item.asked.values()]
    return found.values()
