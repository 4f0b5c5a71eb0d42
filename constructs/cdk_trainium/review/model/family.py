"""Whether what is said of several nested stacks, and of the stacks around them, can hold at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...template import Template, Truths, compatible

__all__ = ["possible"]

_MOST = 64
"""Ways in which a parent may lead to what is said; with more it is taken as possible."""


def possible(said: Mapping[str, Truths], templates: Mapping[str, Template]) -> bool:
    """Return whether one deployment has all of ``said``: two values that one parent condition decides go together.

    Args:
        said: key of a template -> what holds there.
        templates: key -> template, of the whole review.
    """
    if len(said) < 2:
        return True
    ways: dict[str, list[Truths]] = {key: [truths] for key, truths in said.items()}
    for template in _deepest_first([templates[key] for key in said]):
        if template.parent is not None:
            parent, leads = template.parent[0], list(_leads(template, ways.get(template.key, [{}])))
            ways[parent.key] = _met(parent, ways.get(parent.key, [{}]), leads)
            if not ways[parent.key]:
                return False
    return True


def _deepest_first(templates: Sequence[Template]) -> list[Template]:
    """Return ``templates`` and all around them, each before its parent."""
    depths: dict[str, tuple[int, Template]] = {}
    for template in templates:
        above = [template]
        while (parent := above[-1].parent) is not None:
            above.append(parent[0])
        depths |= {item.key: (len(above) - at, item) for at, item in enumerate(above)}
    return [item for _, item in sorted(depths.values(), key=lambda pair: -pair[0])]


def _leads(template: Template, ways: Sequence[Truths]) -> Iterator[Truths]:
    """Yield what holds in the parent where one of ``ways`` holds in ``template``."""
    made: list[tuple[Truths, Mapping[str, str]]] = [(branch.when, {}) for branch in template.made_by]
    for when, values in template.handed or made:
        if any(not own or _has(template, own, values) for own in ways):
            yield when


def _has(template: Template, truths: Truths, values: Mapping[str, str]) -> bool:
    return any(item.truths == truths for item in template.conditions.scenarios(truths, values))


def _met(parent: Template, ways: Sequence[Truths], leads: Sequence[Truths]) -> list[Truths]:
    if len(ways) * len(leads) > _MOST:
        return [{}]
    found: list[Truths] = []
    for own in ways:
        met = [{**own, **lead} for lead in leads if compatible(parent.conditions, own, lead)]
        found += [item for item in met if item not in found]
    return found
