"""Groups and launches of the templates that are linked: nested in one another, or one takes values from the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...launches import DESCRIPTIONS, Group, Use, group_in, groups_in
from ...template import Branch, Resource, Template, Truths, Value, compatible
from .case import case_of
from .launch import Launch
from .node import Node, node_of
from .related import family_of, may_import, may_lend
from .targets import behind
from .values import macro_in, same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["Linked", "linked_sets"]


def linked_sets(templates: Sequence[Template]) -> Mapping[str, Sequence[Template]]:
    """Return, by key of a template, all that are linked with it, itself too: no `Reference` leads to any other."""
    sets = {template.key: [template] for template in templates}
    for template in templates:
        _unite(sets, template, family_of(template))
    importing = [template for template in templates if may_import(template)]
    for first in importing[:1]:  # whichever name each imports: all of them are linked with all that export
        _unite(sets, first, (*importing, *may_lend(importing)))
    order = {template.key: at for at, template in enumerate(templates)}
    for found in {id(found): found for found in sets.values()}.values():
        found.sort(key=lambda item: order[item.key])
    return sets


def _unite(sets: dict[str, list[Template]], template: Template, others: Iterable[Template]) -> None:
    for other in others:
        own, more = sets[template.key], sets.get(other.key, [])
        if own is not more:
            own += more
            sets.update(dict.fromkeys((item.key for item in more), own))


class Linked:
    """What is launched by templates that are linked; worked out when first asked for."""

    def __init__(self, world: World, templates: Sequence[Template]) -> None:
        """Read ``templates``, all of one set of `linked_sets`."""
        self._world = world
        self._templates = templates
        self._nodes: dict[int, Node] = {}

    @cached_property
    def groups(self) -> Mapping[str, Sequence[Group]]:
        """Key of a template -> its groups, one per branch."""
        return {template.key: list(groups_in(template)) for template in self._templates}

    @cached_property
    def subnets(self) -> Mapping[int, Mapping[Any, Value]]:
        """Identity of a `Group` -> its subnets, by what `same_resource` says of them."""
        every = (group for groups in self.groups.values() for group in groups)
        return {id(group): {same_resource(item): item for item in group.subnets} for group in every}

    @cached_property
    def by_subnet(self) -> Mapping[Any, Sequence[Group]]:
        """What `same_resource` says of a subnet -> the groups that name it."""
        found: dict[Any, list[Group]] = {}
        for group in (item for groups in self.groups.values() for item in groups):
            for key in self.subnets[id(group)]:
                found.setdefault(key, []).append(group)
        return found

    @cached_property
    def by_template(self) -> Mapping[str, Sequence[Launch]]:
        """Key of a template -> its nodes as they are launched; a template's node belongs to that template."""
        found: dict[str, list[Launch]] = {template.key: [] for template in self._templates}
        used: set[tuple[str, str]] = set()
        for launch in self._used():
            resource = launch.node.resource
            used.add((resource.template.key, resource.id))
            found[resource.template.key].append(launch)
        for template in self._templates:
            found[template.key] += self._unused(template, used)
        return found

    @cached_property
    def by_group(self) -> Mapping[int, Sequence[Launch]]:
        """Identity of a `Group` -> its launches."""
        found: dict[int, list[Launch]] = {}
        for launch in self._of_groups():
            found.setdefault(id(launch.listed), []).append(launch)
        return found

    @cached_property
    def placed(self) -> Mapping[tuple[str, str], Sequence[Launch]]:
        """Template and logical id of a placement group -> the launches of groups that name it."""
        found: dict[tuple[str, str], list[Launch]] = {}
        for launch in self._of_groups():
            resource = self._world.find(launch.placement_group)
            if resource is not None:
                found.setdefault((resource.template.key, resource.id), []).append(launch)
        return found

    @cached_property
    def reserving(self) -> Mapping[Any, Sequence[Launch]]:
        """What `same_resource` says of a reservation -> the launches of groups that target it."""
        found: dict[Any, list[Launch]] = {}
        for launch in self._of_groups():
            targets = [one for target in launch.targets for one in behind(self._world, target)]
            for key in dict.fromkeys(map(same_resource, targets)):
                found.setdefault(key, []).append(launch)
        return found

    def _of_groups(self) -> Iterator[Launch]:
        for launches in self.by_template.values():
            yield from (launch for launch in launches if launch.group is not None)

    def _used(self) -> Iterator[Launch]:
        for groups in self.groups.values():
            for group in groups:
                for at, use in enumerate(group.parts):
                    if use.own:
                        yield Launch(self._world, _own_node(group, use), group, use)
                    else:
                        yield from self._launched(group, at)

    def _launched(self, listed: Group, at: int) -> Iterator[Launch]:
        """Yield part ``at`` of a group with each branch of its launch template, each read where the other holds."""
        template = listed.resource.template
        resource = self._world.launch_template(listed.parts[at].template, template)
        if resource is None:
            return
        for branch in resource.branches:
            if resource.template is not template:
                both = {**case_of(template, listed.when), **case_of(resource.template, branch.when)}
                if self._world.cases.possible(both):
                    yield self._launch(listed, at, listed, branch, resource)
            elif compatible(template.conditions, branch.when, listed.when):
                group = _read_again(listed, at, branch.when)
                yield self._launch(group, at, listed, resource.refined(branch, listed.when), resource)

    def _launch(self, group: Group, at: int, listed: Group, branch: Branch, resource: Resource) -> Launch:
        node, use = self._node(resource, branch), group.parts[at]
        own = node.replaced(use.data, group.resource, use.places) if use.data else node
        return Launch(self._world, own, group, use, listed)

    def _unused(self, template: Template, used: set[tuple[str, str]]) -> Iterator[Launch]:
        for resource in (item for kind in DESCRIPTIONS for item in template.by_type.get(kind, ())):
            if (template.key, resource.id) not in used:
                for branch in resource.branches:
                    yield Launch(self._world, self._node(resource, branch), None, None)

    def _node(self, resource: Resource, branch: Branch) -> Node:
        key = id(branch)  # the resource keeps it
        if key not in self._nodes:
            self._nodes[key] = node_of(resource, branch)
        return self._nodes[key]


def _read_again(group: Group, at: int, truths: Truths) -> Group:
    """Return ``group`` where ``truths`` hold; itself where its part ``at`` names another launch template there."""
    branch = group.resource.refined(group.branch, truths)
    found = None if branch is group.branch else group_in(group.resource, branch)
    if found is None or len(found.parts) != len(group.parts):
        return group
    return found if found.parts[at].template == group.parts[at].template else group


def _own_node(group: Group, use: Use) -> Node:
    """Return the node that the group or its service describes.

    Source: Amazon EKS User Guide and AWS Batch User Guide, EFA: only a launch template of one's own asks for EFAs.
    """
    single = use.by_service and group.kind in {"eks", "batch"} and macro_in(use.data) is None
    return Node(group.resource, group.branch, use.path, use.data, described=not use.by_service, single=single)
