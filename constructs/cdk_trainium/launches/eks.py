"""Managed node groups of EKS."""

from __future__ import annotations

from ..template import Branch, Resource
from ..template.values import member
from .group import Group
from .named import one_use, subnets_of
from .values import as_list, as_map

__all__ = ["node_group"]


def node_group(resource: Resource, branch: Branch) -> Group:
    """Return a managed node group; its ``InstanceTypes`` replace the launch template's.

    Source: Amazon EKS API, CreateNodegroup.
    """
    data = branch.properties
    scaling = as_map(member(data, "ScalingConfig"))
    types = tuple(as_list(data.get("InstanceTypes")))
    uses = one_use(data, ("Properties", "LaunchTemplate"), types)
    return Group(
        resource,
        branch,
        "eks",
        tuple(use._replace(types_path=("Properties", "InstanceTypes")) for use in uses),
        **subnets_of(data, "Subnets"),
        key_name=as_map(data.get("RemoteAccess")).get("Ec2SshKey"),
        purchase=member(data, "CapacityType"),
        purchase_path=("Properties", "CapacityType"),
        sizes=(member(scaling, "MinSize"), member(scaling, "DesiredSize"), member(scaling, "MaxSize")),
        sizes_path=("Properties", "ScalingConfig", "MaxSize"),
    )
