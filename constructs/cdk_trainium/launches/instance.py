"""Single instances."""

from __future__ import annotations

from ..template import Branch, Resource
from .group import Group, Path, Use
from .named import specified, types_of
from .values import as_list

__all__ = ["instance"]

_REPLACES = (
    *("BlockDeviceMappings", "IamInstanceProfile", "ImageId", "MetadataOptions", "NetworkInterfaces"),
    *("SecurityGroupIds", "SecurityGroups", "Tenancy", "UserData"),
)
"""What an instance says in place of its launch template, under the same name."""


def instance(resource: Resource, branch: Branch) -> Group:
    """Return an instance: one node, by its launch template or as it describes itself.

    Source: EC2 API, RunInstances: parameters of the request override those of the launch template.
    """
    data = branch.properties
    return Group(
        resource,
        branch,
        "instance",
        (_use(branch),),
        subnets=as_list(data.get("SubnetId")),
        subnets_path=("Properties", "SubnetId"),
        zones=as_list(data.get("AvailabilityZone")),
        zones_path=("Properties", "AvailabilityZone"),
        key_name=data.get("KeyName"),
        placement_group=data.get("PlacementGroupName"),
        placement_path=("Properties", "PlacementGroupName"),
        sizes=(1, 1, 1),
        sizes_path=("Properties",),
    )


def _use(branch: Branch) -> Use:
    data = branch.properties
    if data.get("LaunchTemplate") is None:
        return Use(None, None, ("Properties",), (), data, own=True)
    use = specified(data["LaunchTemplate"], ("Properties", "LaunchTemplate"), types_of(data))
    replaced = {name: data[name] for name in _REPLACES if name in data}
    places: dict[str, Path] = {name: ("Properties", name) for name in replaced}
    return use._replace(data=replaced, places=places, types_path=("Properties", "InstanceType"))
