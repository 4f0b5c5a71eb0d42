"""The security groups of a launch, whoever names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...launches import LAUNCH_CONFIGURATION
from ...template import Reference, Resource, Value
from ..rule import Path
from .launch import Launch
from .membership import hyperpod_groups
from .node import Node
from .values import as_list, as_map

__all__ = ["NamedGroup", "named_groups"]


class NamedGroup(NamedTuple):
    """One security group, and where it is named."""

    group: Value
    path: Path
    resource: Resource | None
    """Default: - the resource of the node."""


def named_groups(launch: Launch) -> Iterator[NamedGroup]:
    """Yield the security groups that nodes of ``launch`` are in, those of its service in place of the node's.

    Source: AWS Batch API, ComputeResource: ``securityGroupIds`` are used where the launch template has some too.
    """
    own = list(_of_service(launch))
    yield from own or _of_node(launch.node)


def _of_service(launch: Launch) -> Iterator[NamedGroup]:
    group = launch.group
    if group is not None and group.kind == "hyperpod":
        found, path = hyperpod_groups(launch)
        yield from (NamedGroup(item, path, None) for item in found)
    elif group is not None and group.kind == "batch":
        data = as_map(group.branch.properties.get("ComputeResources"))
        path = ("Properties", "ComputeResources", "SecurityGroupIds")
        yield from (NamedGroup(item, path, group.resource) for item in as_list(data.get("SecurityGroupIds")))


def _of_node(node: Node) -> Iterator[NamedGroup]:
    of_interfaces = {key: group for item in node.interfaces for key, group in item.groups.items()}
    yield from (NamedGroup(group, node.at("NetworkInterfaces"), None) for group in of_interfaces.values())
    for name in ("SecurityGroupIds", "SecurityGroups"):
        for item in as_list(node.data.get(name)):
            group = as_map(item).get("GroupId", item)  # a spot fleet writes an object for each
            if name == "SecurityGroupIds" or isinstance(group, Reference) or _takes_ids(node, item):
                yield NamedGroup(group, node.at(name), None)


def _takes_ids(node: Node, item: Value) -> bool:
    """Return whether ``SecurityGroups`` takes ids, not names, which are those of the default VPC only."""
    return isinstance(item, dict) or node.resource.type == LAUNCH_CONFIGURATION
