"""Single instances."""

from __future__ import annotations

from ..template import Branch, Resource
from .group import Group, Use
from .named import one_use
from .values import as_list

__all__ = ["instance"]


def instance(resource: Resource, branch: Branch) -> Group:
    """Return an instance: one node, by its launch template or as it describes itself.

    Source: AWS CloudFormation reference, ``AWS::EC2::Instance``.
    """
    data = branch.properties
    types = (data["InstanceType"],) if "InstanceType" in data else ()
    own = Use(None, None, ("Properties",), (), data, own=True)
    return Group(
        resource,
        branch,
        "instance",
        one_use(data.get("LaunchTemplate"), ("Properties", "LaunchTemplate"), types) or (own,),
        subnets=as_list(data.get("SubnetId")),
        subnets_path=("Properties", "SubnetId"),
        zones=as_list(data.get("AvailabilityZone")),
        zones_path=("Properties", "AvailabilityZone"),
        placement_group=data.get("PlacementGroupName"),
        placement_path=("Properties", "PlacementGroupName"),
        sizes=(1, 1, 1),
    )
