"""From hits per case to findings: once per place, with the conditions under which they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..findings import Finding, Level
from ..findings import Subject as Place
from ..template import Resource, Template
from ..wording import shortened
from .model import Launch, Node, World
from .model.case import Case, absent, named
from .model.origin import in_words, made_when
from .rule import Hit, Path, Rule, Skip
from .subjects import Subject

__all__ = ["Found", "merged_findings"]

_LONGEST = 2_000
"""Characters of a message: names and texts of a template may be as long as the template."""

_TYPE = "InstanceType"
Owners = tuple[Resource, ...]


class Found:
    """What one rule found on one template."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.hits: list[tuple[Subject, Case, Hit]] = []
        self.judged: dict[Owners, list[Case]] = {}
        """Every case, of those with any condition, in which the subject of these resources was judged."""
        self.skipped_all = True
        """Whether no subject could be judged."""

    def keep(self, subject: Subject, case: Case, hits: Sequence[Hit | Skip]) -> list[str]:
        """Keep how the rule ended on ``subject`` in ``case``; return the reasons why it could not judge."""
        if case:
            self.judged.setdefault(subject.owners, []).append(case)
        reasons = [hit.reason for hit in hits if isinstance(hit, Skip)]
        self.hits += [(subject, case, hit) for hit in hits if not isinstance(hit, Skip)]
        self.skipped_all = self.skipped_all and bool(reasons)
        return reasons


class _Merged(NamedTuple):
    """One hit with every case that has it."""

    hit: Hit
    resource: Resource | None
    cases: dict[Owners, list[Case]]


def merged_findings(world: World, template: Template, rule: Rule, found: Found) -> list[Finding]:
    """Return the findings of one rule on one template."""
    merged: dict[object, _Merged] = {}
    for subject, case, told in found.hits:
        hit = _where_written(subject.what, told)
        resource = hit.resource or subject.resource
        key = (id(resource), hit.path, hit.message, hit.level)
        merged.setdefault(key, _Merged(hit, resource, {})).cases.setdefault(subject.owners, []).append(case)
    return [_finding(world, template, rule, item, found.judged) for item in merged.values()]


def _where_written(what: Any, hit: Hit) -> Hit:
    """Return ``hit`` where the group says what a rule read as the launch template's, see `Use.places`."""
    node, owner, places = _said_by_group(what)
    if node is None or owner is None or hit.resource is not None:
        return hit
    steps = hit.path[len(node.root) :]
    place = places.get(str(steps[0])) if steps and hit.path == node.at(*steps) else None
    return hit if place is None else hit._replace(path=(*place, *steps[1:]), resource=owner)


def _said_by_group(what: Any) -> tuple[Node | None, Resource | None, Mapping[str, Path]]:
    """Return the node of a subject, the group that replaces what it says, and where; none for other subjects."""
    if isinstance(what, Launch) and what.group is not None and what.use is not None:
        types = {_TYPE: what.use.types_path} if what.use.types and what.use.types_path else {}
        return what.node, what.group.resource, {**what.use.places, **types}
    return (what, what.owner, what.places) if isinstance(what, Node) else (None, None, {})


def _finding(
    world: World, template: Template, rule: Rule, merged: _Merged, judged: Mapping[Owners, list[Case]]
) -> Finding:
    hit, level, message = merged.hit, merged.hit.level or rule.level, shortened(merged.hit.message, _LONGEST)
    cases = [case for items in merged.cases.values() for case in items]
    default = [case for case in cases if world.cases.by_default(case)]
    conditions = _conditions(merged, judged)
    if conditions:
        message += f", when {in_words(conditions, world.by_key)}"
    around, made = made_when(merged.resource.template if merged.resource else template)
    message += f", {around}" if around else ""
    if level is Level.ERROR and not (made and (default or not conditions)):
        level = Level.WARNING
    case = (default or cases)[0]
    place = _place(merged.resource, hit, case) if merged.resource else _in_template(template, hit)
    return Finding(rule.id, level, message, hit.hint or rule.fix, rule.source, place, hit.evidence)


def _conditions(merged: _Merged, judged: Mapping[Owners, list[Case]]) -> Sequence[Case]:
    """Return the conditions under which it holds; nothing when the resources of one subject have it in every case."""
    found: list[Case] = []
    for owners, cases in merged.cases.items():
        without = [case for case in judged.get(owners, ()) if case not in cases]
        conditions = named(cases, [*without, *absent(owners)])
        if not conditions:
            return ()
        found += [item for item in conditions if item not in found]
    return found


def _place(resource: Resource, hit: Hit, case: Case) -> Place:
    template = resource.template
    when = {name: value for (key, name), value in case.items() if key == template.key}
    line, column = resource.position(hit.path, when)
    return Place(
        stack=template.construct_path or template.environment.stack,
        template=template.path,
        logical_id=resource.id,
        construct_path=resource.construct_path,
        property=".".join(map(str, hit.path)),
        line=line,
        column=column,
    )


def _in_template(template: Template, hit: Hit) -> Place:
    """Return the place of a hit that is about no resource: the line of its section where it names one."""
    line, column = template.text.position(hit.path) if hit.path else (0, 0)
    prop = ".".join(map(str, hit.path))
    return Place(template.construct_path, template.path, property=prop, line=line, column=column)
