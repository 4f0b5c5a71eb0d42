"""Compute node groups of AWS PCS."""

from __future__ import annotations

from ..template import Branch, Resource
from ..template.values import member
from .group import Group, imaged
from .named import one_use, subnets_of, types_of
from .values import as_list, as_map

__all__ = ["compute_node_group"]


def compute_node_group(resource: Resource, branch: Branch) -> Group:
    """Return a compute node group; its ``AmiId`` takes the place of the launch template's image.

    Source: AWS PCS API, CreateComputeNodeGroup.
    """
    data = branch.properties
    scaling = as_map(member(data, "ScalingConfiguration"))
    types = tuple(one for item in as_list(data.get("InstanceConfigs")) for one in types_of(item))
    named = one_use(data, ("Properties", "CustomLaunchTemplate"), types)
    uses = [use._replace(types_path=("Properties", "InstanceConfigs")) for use in named]
    return Group(
        resource,
        branch,
        "pcs",
        tuple(imaged(use, data.get("AmiId"), ("Properties", "AmiId")) for use in uses),
        **subnets_of(data, "SubnetIds"),
        purchase=member(data, "PurchaseOption"),
        purchase_path=("Properties", "PurchaseOption"),
        sizes=(member(scaling, "MinInstanceCount"), None, member(scaling, "MaxInstanceCount")),
        sizes_path=("Properties", "ScalingConfiguration", "MaxInstanceCount"),
    )
