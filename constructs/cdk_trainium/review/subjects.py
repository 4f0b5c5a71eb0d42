"""What rules are run on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..template import Branch, Resource, Template
from .model import World
from .model.case import NO_CASE, Case, case_of
from .model.deviation import Deviation, deviations
from .model.schema import schema
from .model.written_zones import WITH_ZONES, WrittenZone, written_zones

__all__ = ["Branched", "Described", "Subject", "Zoned", "subjects"]


@dataclass(frozen=True, slots=True)
class Branched:
    """One resource in one branch: the subject of rules on a resource type."""

    resource: Resource
    branch: Branch


@dataclass(frozen=True, slots=True)
class Described(Branched):
    """One resource, of a type that the schemas hold, in one branch."""

    deviations: Sequence[Deviation]
    """Where it differs from its schema."""


@dataclass(frozen=True, slots=True)
class Zoned(Branched):
    """One resource, of a type that may say where it is, in one branch."""

    zones: Sequence[WrittenZone]
    """The zones that it writes out."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject with what the engine needs to place its findings."""

    what: Any
    """What the rule's check is given."""
    resource: Resource | None
    case: Case
    owners: tuple[Resource, ...]
    """The resources that make it; subjects with the same ones differ by their case only."""


def subjects(world: World, template: Template, kind: str) -> Sequence[Subject]:
    """Return the subjects of ``kind`` in ``template``; see `Rule.on`."""
    reader = _KINDS.get(kind)
    if reader is not None:
        return list(reader(world, template))
    resources = (resource for name in kind.split() for resource in template.by_type.get(name, ()))
    return [item for resource in resources for item in _branched(resource)]


def _branched(resource: Resource) -> Iterator[Subject]:
    for branch in resource.branches:
        yield _subject(Branched(resource, branch))


def _subject(item: Branched) -> Subject:
    resource = item.resource
    return Subject(item, resource, case_of(resource.template, item.branch.when), (resource,))


def _templates(_world: World, template: Template) -> Iterator[Subject]:
    yield Subject(template, None, NO_CASE, ())


def _resources(_world: World, template: Template) -> Iterator[Subject]:
    for resource in template.resources.values():
        yield from _branched(resource)


def _described(_world: World, template: Template) -> Iterator[Subject]:
    for kind, shape in schema().types.items():
        for resource in template.by_type.get(kind, ()):
            for branch in resource.branches:
                yield _subject(Described(resource, branch, deviations(branch.properties, shape)))


def _zoned(_world: World, template: Template) -> Iterator[Subject]:
    for resource in (item for kind in WITH_ZONES for item in template.by_type.get(kind, ())):
        for branch in resource.branches:
            yield _subject(Zoned(resource, branch, written_zones(branch.properties)))


def _groups(world: World, template: Template) -> Iterator[Subject]:
    for group in world.groups[template.key]:
        yield Subject(group, group.resource, case_of(template, group.when), (group.resource,))


def _launches(world: World, template: Template) -> Iterator[Subject]:
    for launch in world.launches[template.key]:
        own = (launch.node.resource,)
        owners = own if launch.group is None else (*own, launch.group.resource)
        yield Subject(launch, launch.node.resource, launch.case, owners)


def _nodes(world: World, template: Template) -> Iterator[Subject]:
    seen: set[int] = set()
    for launch in world.launches[template.key]:
        node = launch.node
        if node.described and id(node) not in seen:
            seen.add(id(node))
            yield Subject(node, node.resource, case_of(node.resource.template, node.when), (node.resource,))


_KINDS = {
    "template": _templates,
    "resource": _resources,
    "described": _described,
    "zoned": _zoned,
    "group": _groups,
    "launch": _launches,
    "node": _nodes,
}
