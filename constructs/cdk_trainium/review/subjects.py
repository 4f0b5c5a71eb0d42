"""What rules are run on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..template import Branch, Resource, Template
from .model import World
from .model.case import NO_CASE, Case, case_of
from .model.deviation import Deviation, deviations
from .model.membership import memberships
from .model.schema import schema
from .model.written_tags import needs_a_look
from .model.written_zones import WrittenZone, places_of_zones, written_zones

__all__ = ["Branched", "Described", "Subject", "Subjects", "Zoned"]


class Branched(NamedTuple):
    """One resource in one branch: the subject of rules on a resource type."""

    resource: Resource
    branch: Branch


class Described(NamedTuple):
    """One resource, of a type that the schemas hold, in one branch."""

    resource: Resource
    branch: Branch
    deviations: Sequence[Deviation]
    """Where it differs from its schema."""


class Zoned(NamedTuple):
    """One resource, of a type that may say where it is, in one branch."""

    resource: Resource
    branch: Branch
    zones: Sequence[WrittenZone]
    """The zones that it writes out."""


class Subject(NamedTuple):
    """One subject with what the engine needs to place its findings."""

    what: Any
    """What the rule's check is given."""
    resource: Resource | None
    case: Case
    owners: tuple[Resource, ...]
    """The resources that make it; subjects with the same ones differ by their case only."""


class Subjects:
    """The subjects of one template, each kind read when first asked for; see `Rule.on`."""

    def __init__(self, world: World, template: Template) -> None:
        """Begin with none."""
        self._world = world
        self._template = template
        self._found: dict[str, Sequence[Subject]] = {}
        self._made: dict[str, Sequence[Subject]] = {}

    def of(self, kind: str) -> Sequence[Subject]:
        """Return the subjects of ``kind``."""
        found = self._found.get(kind)
        if found is None:
            found = self._found[kind] = self._read(kind)
        return found

    def _read(self, kind: str) -> Sequence[Subject]:
        if kind in _KINDS:
            return list(_KINDS[kind](self._world, self._template))
        return [item for resource in self._resources(kind) for item in self._branched(resource)]

    def _resources(self, kind: str) -> Iterable[Resource]:
        resources, by_type = self._template.resources.values(), self._template.by_type
        if kind == "resource":
            return resources
        if kind == "tagged":
            return filter(needs_a_look, resources)
        return (resource for name in kind.split() for resource in by_type.get(name, ()))

    def _branched(self, resource: Resource) -> Sequence[Subject]:
        """Return ``resource`` in each of its branches, made once for all rules on resource types."""
        found = self._made.get(resource.id)
        if found is None:
            made = (_subject(Branched(resource, branch), resource, branch) for branch in resource.branches)
            found = self._made[resource.id] = tuple(made)
        return found


def _subject(what: object, resource: Resource, branch: Branch) -> Subject:
    return Subject(what, resource, case_of(resource.template, branch.when), (resource,))


def _templates(_world: World, template: Template) -> Iterator[Subject]:
    yield Subject(template, None, NO_CASE, ())


def _described(_world: World, template: Template) -> Iterator[Subject]:
    for kind, shape in schema().types.items():
        for resource in template.by_type.get(kind, ()):
            for branch in resource.branches:
                yield _subject(Described(resource, branch, deviations(branch.properties, shape)), resource, branch)


def _zoned(_world: World, template: Template) -> Iterator[Subject]:
    for kind, resources in template.by_type.items():
        places = places_of_zones(kind)
        for resource in resources if places else ():
            for branch in resource.branches:
                yield _subject(Zoned(resource, branch, written_zones(branch.properties, places)), resource, branch)


def _groups(world: World, template: Template) -> Iterator[Subject]:
    for group in world.groups_in(template):
        yield Subject(group, group.resource, case_of(template, group.when), (group.resource,))


def _launches(world: World, template: Template) -> Iterator[Subject]:
    for launch in world.launches_in(template):
        own = (launch.node.resource,)
        owners = own if launch.group is None else (*own, launch.group.resource)
        yield Subject(launch, launch.node.resource, launch.case, owners)


def _nodes(world: World, template: Template) -> Iterator[Subject]:
    """Yield each node once; once per case of a group that replaces what it says, in some case at least."""
    launches = [launch for launch in world.launches_in(template) if launch.node.described]
    replacing = {id(launch.node.owner) for launch in launches if launch.node.owner is not None}
    seen: set[int] = set()
    for launch in launches:
        node, group = launch.node, launch.group
        if group is not None and id(group.resource) in replacing:
            yield Subject(node, node.resource, launch.case, (node.resource, group.resource))
        elif id(node) not in seen:
            seen.add(id(node))
            yield Subject(node, node.resource, case_of(node.resource.template, node.when), (node.resource,))


def _memberships(world: World, template: Template) -> Iterator[Subject]:
    for item in memberships(world, template):
        yield Subject(item, item.resource, item.case, (item.resource,))


_KINDS = {
    "template": _templates,
    "described": _described,
    "zoned": _zoned,
    "group": _groups,
    "launch": _launches,
    "node": _nodes,
    "membership": _memberships,
}
