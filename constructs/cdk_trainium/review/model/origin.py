"""What a parent stack has to do with a case of a nested one, in the words of the parent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...template import PARAMETER, Template, Unknown, worded
from ...wording import counted
from .case import Case, case_of, named
from .values import shown

__all__ = ["in_words", "made_when"]

_MOST = 3


def in_words(cases: Sequence[Case], templates: Mapping[str, Template]) -> str:
    """Return ``cases`` as a message names them, each with what a parent stack decides of it.

    Args:
        cases: at least one.
        templates: key of a template -> the template, of all that the cases are about.
    """
    texts = [" and ".join(_words(case, templates)) for case in cases[:_MOST]]
    more = f", or in {counted(len(cases) - _MOST, 'more case')}" if len(cases) > _MOST else ""
    return ", or when ".join(texts) + more


def _words(case: Case, templates: Mapping[str, Template]) -> Iterator[str]:
    for (key, name), value in sorted(case.items(), key=lambda item: item[0][1]):
        origin = _origin(templates[key], name, value) if key in templates else ""
        yield worded({name: value}) + (f" ({origin})" if origin else "")


def made_when(template: Template) -> tuple[str, bool]:
    """Return when the stacks around ``template`` are made, and whether they are by default; empty: always."""
    texts, default = [], True
    while template.parent is not None:
        parent, name = template.parent
        made, resource = [item.when for item in template.made_by], parent.resources[name]
        others = [item.when for item in resource.branches if item.when not in made]
        words = _told(parent, made, [*others, *resource.absent])
        texts += [f"in the nested stack {name}, which is made when {words}"] if words else []
        default = default and (not words or any(item.default for item in template.made_by))
        template = parent
    return " ".join(texts), default


def _origin(template: Template, name: str, value: bool | str) -> str:
    """Return what of a parent leads to ``value`` of a condition or parameter of a nested stack; empty when nothing."""
    if template.parent is None:
        return ""
    parent, resource = template.parent
    parameters = sorted(template.conditions.deciding([name]))
    if any(map(template.parameters.varies, parameters)):
        leads = [(when, _leads(template, name, value, assigned)) for when, assigned in template.handed]
        words = _told(
            parent, [when for when, leading in leads if leading], [when for when, leading in leads if not leading]
        )
        return f"of {resource}, when {words}" if words else ""
    hidden = ((item, template.parameters.given.get(item)) for item in parameters)
    handed = [f"{item} of {resource} is {_handed(given)}" for item, given in hidden if isinstance(given, Unknown)]
    return ", ".join(handed)


def _handed(given: Unknown) -> str:
    return f"{shown(given)}: {given.reason}" if given.text else shown(given)


def _leads(template: Template, name: str, value: bool | str, assigned: Mapping[str, str]) -> bool:
    if name.startswith(PARAMETER):
        return assigned.get(name.removeprefix(PARAMETER)) == value
    return any(item.truths[name] == value for item in template.conditions.scenarios([name], assigned))


def _told(
    template: Template, cases: Iterable[Mapping[str, bool | str]], others: Iterable[Mapping[str, bool | str]]
) -> str:
    """Return what tells ``cases`` of one template from ``others``, in words."""
    told = named([case_of(template, when) for when in cases], [case_of(template, when) for when in others])
    return in_words(told, {template.key: template}) if told else ""
