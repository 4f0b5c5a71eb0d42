"""The stacks that templates are of: each is made once, however many folders hold it."""

from __future__ import annotations

from collections.abc import Mapping

from ..template import Template
from .model import NotDetermined
from .reading import Notes

__all__ = ["each_stack_once", "stack_name"]


def stack_name(template: Template) -> str:
    """Return the name of the stack; CloudFormation ends that of a nested one with a random part, here ``*``."""
    if template.parent is None:
        return template.environment.stack
    above, logical_id = template.parent
    name = stack_name(above)
    return f"{name.removesuffix('*')}{'' if above.parent else '-'}{logical_id}-*" if name else ""


def each_stack_once(templates: Mapping[str, Template], notes: Notes) -> dict[str, Template]:
    """Return ``templates`` of one account and region without those of a stack that another root has as well.

    Where the two differ, which one is deployed last is not known: that goes to ``notes``, and the first stays.
    """
    roots: dict[str, Template] = {}
    kept: dict[str, Template] = {}
    for key, template in templates.items():
        root = _root(template)
        first = roots.setdefault(root.environment.stack or root.key, root)
        if first is root:
            kept[key] = template
        elif template is root and template.text.data != first.text.data:
            notes.found.append(_differs(template, first))
    return kept


def _root(template: Template) -> Template:
    return _root(template.parent[0]) if template.parent else template


def _differs(template: Template, first: Template) -> NotDetermined:
    why = f"stack {template.environment.stack} is another one in {first.path}, which was judged"
    return NotDetermined(where=template.path, what="what it asks", why=why)
