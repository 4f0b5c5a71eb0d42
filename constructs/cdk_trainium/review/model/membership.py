"""The security groups that the EFAs of a node are in, whoever makes its interfaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...template import Branch, Resource, Template, Value
from ..rule import Path
from .case import Case, case_of
from .launch import Launch
from .node import Node
from .values import as_list, as_map, as_true

if TYPE_CHECKING:
    from .world import World

__all__ = ["Membership", "has_efa", "hyperpod_groups", "memberships", "shared_groups"]

_FILE_SYSTEM = "AWS::FSx::FileSystem"


class Membership(NamedTuple):
    """The groups of one node or file system."""

    groups: Sequence[Value]
    """Those that every EFA is in; all of them when they share none."""
    resource: Resource
    """What names them."""
    path: Path
    """Where it does."""
    case: Case
    every: bool = False
    """Whether its service asks each of the groups for egress to itself. Default: - one of them is enough."""


def memberships(world: World, template: Template) -> Iterator[Membership]:
    """Yield those of the nodes of ``template``: of descriptions once, of HyperPod per group; then of file systems."""
    seen: set[int] = set()
    for launch in world.launches_in(template):
        node = launch.node
        if node.described and id(node) not in seen:
            seen.add(id(node))
            case = case_of(node.resource.template, node.when)
            yield Membership(shared_groups(node), node.resource, node.at("NetworkInterfaces"), case)
        elif launch.group is not None and launch.group.kind == "hyperpod":
            yield _of_hyperpod(launch)
    yield from _of_file_systems(template)


def has_efa(file_system: Branch) -> bool:
    """Return whether a file system of FSx asks for EFA."""
    return as_true(as_map(file_system.properties.get("LustreConfiguration")).get("EfaEnabled"))


def _of_file_systems(template: Template) -> Iterator[Membership]:
    """Yield the groups of file systems with EFA, which are made in these groups only.

    Source: FSx for Lustre User Guide, creating a file system fails: all traffic to and from the group itself.
    """
    for resource in template.by_type.get(_FILE_SYSTEM, ()):
        for branch in filter(has_efa, resource.branches):
            groups = as_list(branch.properties.get("SecurityGroupIds"))
            yield Membership(groups, resource, ("Properties", "SecurityGroupIds"), case_of(template, branch.when))


def shared_groups(node: Node) -> list[Value]:
    """Return the security groups that every EFA of ``node`` is in; all of its groups when they share none."""
    groups: dict[object, Value] = {key: group for item in node.efas for key, group in item.groups.items()}
    common = [group for key, group in groups.items() if all(key in item.groups for item in node.efas)]
    return common or list(groups.values())


def _of_hyperpod(launch: Launch) -> Membership:
    """Return the groups of an instance group's ``OverrideVpcConfig``, else of the cluster's; none without EFAs.

    Sources: Amazon SageMaker AI Developer Guide, HyperPod prerequisites: EFA needs all traffic within the group;
    awsome-distributed-ai pull request 259: its EFA health check fails where one of several groups has no such egress.
    """
    groups, path = hyperpod_groups(launch)
    efas = any(info.efa_count for info in launch.infos)
    return Membership(groups if efas else [], launch.node.resource, path, launch.case, every=True)


def hyperpod_groups(launch: Launch) -> tuple[list[Value], Path]:
    """Return the security groups of an instance group of HyperPod, and where they are named.

    Source: SageMaker API, ClusterInstanceGroupSpecification: ``OverrideVpcConfig`` stands for that of the cluster.
    """
    data = launch.node.branch.properties
    own = as_map(_at(data, launch.node.root)).get("OverrideVpcConfig")
    path: Path = ("Properties", "VpcConfig") if own is None else (*launch.node.root, "OverrideVpcConfig")
    vpc = data.get("VpcConfig") if own is None else own
    return as_list(as_map(vpc).get("SecurityGroupIds")), (*path, "SecurityGroupIds")


def _at(data: Value, path: Path) -> Value:
    for step in path[1:]:
        data = data[int(step)] if isinstance(data, list) else as_map(data).get(str(step))
    return data
