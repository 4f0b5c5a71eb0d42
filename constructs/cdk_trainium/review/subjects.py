"""What rules are run on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..template import Branch, Resource, Template
from .model import World

__all__ = ["Branched", "Subject", "subjects"]


@dataclass(frozen=True, slots=True)
class Branched:
    """One resource in one branch: the subject of rules on a resource type."""

    resource: Resource
    branch: Branch


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject with what the engine needs to place its findings."""

    what: Any
    """What the rule's check is given."""
    resource: Resource | None
    when: Mapping[str, bool]
    default: bool
    pair: tuple[int, int]
    """Subjects of one pair differ by their conditions only."""


def subjects(world: World, template: Template, kind: str) -> Sequence[Subject]:
    """Return the subjects of ``kind`` in ``template``; see `Rule.on`."""
    reader = _KINDS.get(kind)
    if reader is not None:
        return list(reader(world, template))
    return [
        Subject(Branched(resource, branch), resource, branch.when, branch.default, (id(resource), 0))
        for resource in template.by_type.get(kind, ())
        for branch in resource.branches
    ]


def _templates(_world: World, template: Template) -> Iterator[Subject]:
    yield Subject(template, None, {}, True, (id(template), 0))


def _groups(world: World, template: Template) -> Iterator[Subject]:
    for group in world.groups[template.key]:
        yield Subject(group, group.resource, group.when, group.branch.default, (id(group.resource), 0))


def _launches(world: World, template: Template) -> Iterator[Subject]:
    for launch in world.launches[template.key]:
        group = launch.group.resource if launch.group else None
        pair = (id(launch.node.resource), id(group))
        yield Subject(launch, launch.node.resource, launch.when, launch.default, pair)


def _nodes(world: World, template: Template) -> Iterator[Subject]:
    seen: set[int] = set()
    for launch in world.launches[template.key]:
        node = launch.node
        if node.described and id(node) not in seen:
            seen.add(id(node))
            yield Subject(node, node.resource, node.when, node.branch.default, (id(node.resource), 0))


_KINDS = {"template": _templates, "group": _groups, "launch": _launches, "node": _nodes}
