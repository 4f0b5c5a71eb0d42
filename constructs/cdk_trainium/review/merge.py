"""From hits per branch to findings: once per place, with the conditions under which they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..findings import Finding, Level
from ..findings import Subject as Place
from ..template import Resource, Template
from .rule import Hit, Rule
from .subjects import Subject

__all__ = ["RawFinding", "merged_findings"]


@dataclass(slots=True)
class RawFinding:
    """One hit in every branch that has it."""

    rule: Rule
    hit: Hit
    template: Template
    subjects: list[Subject] = field(default_factory=list)


def merged_findings(
    template: Template, rule: Rule, hits: Sequence[tuple[Subject, Hit]], total: Mapping[tuple[int, int], int]
) -> list[Finding]:
    """Return the findings of one rule on one template.

    Args:
        template: where the subjects are.
        rule: the rule that was run.
        hits: each hit with the subject it is on.
        total: how many branches each pair of resources has.
    """
    raw: dict[object, RawFinding] = {}
    for subject, hit in hits:
        resource = hit.resource or subject.resource
        key = (id(resource), hit.path, hit.message, hit.level)
        raw.setdefault(key, RawFinding(rule, hit, template)).subjects.append(subject)
    return [_finding(item, total) for item in raw.values()]


def _finding(raw: RawFinding, total: Mapping[tuple[int, int], int]) -> Finding:
    level = raw.hit.level or raw.rule.level
    message = raw.hit.message
    when = _conditions(raw.subjects, total)
    if when:
        message += f", when {when}"
        if level is Level.ERROR and not any(subject.default for subject in raw.subjects):
            level = Level.WARNING
    resource = raw.hit.resource or raw.subjects[0].resource
    place = _place(resource, raw) if resource else Place(raw.template.construct_path, raw.template.path)
    hint = raw.hit.hint or raw.rule.fix
    return Finding(raw.rule.id, level, message, hint, raw.rule.source, place, raw.hit.evidence)


def _conditions(subjects: Sequence[Subject], total: Mapping[tuple[int, int], int]) -> str:
    """Return the conditions that all of ``subjects`` have in common, nothing when they cover every branch of a pair."""
    seen: dict[tuple[int, int], set[int]] = {}
    for subject in subjects:
        seen.setdefault(subject.pair, set()).add(id(subject))
    if any(len(items) >= total[pair] for pair, items in seen.items()):
        return ""
    common = set(subjects[0].when.items())
    for subject in subjects[1:]:
        common &= set(subject.when.items())
    chosen = sorted(common) or sorted(subjects[0].when.items())
    return " and ".join(f"{name} is {str(value).lower()}" for name, value in chosen)


def _place(resource: Resource, raw: RawFinding) -> Place:
    template = resource.template
    line, column = resource.position(raw.hit.path, raw.subjects[0].when)
    return Place(
        stack=template.construct_path or template.environment.stack,
        template=template.path,
        logical_id=resource.id,
        construct_path=resource.construct_path,
        property=".".join(map(str, raw.hit.path)),
        line=line,
        column=column,
    )
