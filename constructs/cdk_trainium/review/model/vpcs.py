"""In which VPC subnets and security groups are, as far as the templates write it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...template import Branch, Reference, Resource, Template, Unknown, Value, known_text
from .security_group import SECURITY_GROUP
from .values import as_list, as_map, member, same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["DEFAULT_VPC", "Vpcs"]

DEFAULT_VPC = "the default VPC"
"""Where a security group is that names no VPC. Source: EC2 API, CreateSecurityGroup."""
_VPC, _SUBNET, _ASSOCIATION = "AWS::EC2::VPC", "AWS::EC2::Subnet", "AWS::EC2::SecurityGroupVpcAssociation"
_CLUSTERS = {
    "AWS::EKS::Cluster": ("ResourcesVpcConfig", "SubnetIds"),
    "Custom::AWSCDK-EKS-Cluster": ("Config", "resourcesVpcConfig", "subnetIds"),
}
"""Type -> where it names its subnets. Source: Amazon EKS API, CreateCluster; seen with aws-cdk-lib 2.275.0."""


class Vpcs:
    """The VPC of each subnet and security group, as it is in the case at hand (see `Cases`)."""

    def __init__(self, world: World, templates: Sequence[Template]) -> None:
        """Look into ``templates`` when asked first."""
        self._world = world
        self._templates = templates

    def of_subnet(self, subnet: Value) -> Value:
        """Return the VPC of ``subnet``; None when no template tells."""
        data = self._world.properties(subnet, _SUBNET)
        return None if data is None else self._named(data.get("VpcId"))

    def of_group(self, group: Value) -> list[Value]:
        """Return the VPCs of the security group ``group``, its own first; nothing when no template tells."""
        own = self._own(group)
        return [] if own is None else [own, *self._further(group)]

    def _own(self, group: Value) -> Value:
        resource = self._world.find(group)
        branch = None if resource is None else self._world.branch(resource)
        if resource is None or branch is None:
            return None
        if resource.type == SECURITY_GROUP:
            return self._named(member(branch.properties, "VpcId") or DEFAULT_VPC)
        return self._of_service(group, resource, branch)

    def _of_service(self, group: Reference, resource: Resource, branch: Branch) -> Value:
        """Return the VPC of the group that AWS makes beside a VPC, or Amazon EKS beside a cluster; else None."""
        if (resource.type, group.attribute) == (_VPC, "DefaultSecurityGroup"):
            return group._replace(attribute="")
        if resource.type not in _CLUSTERS or group.attribute != "ClusterSecurityGroupId":
            return None
        subnets: Value = branch.properties
        for name in _CLUSTERS[resource.type]:
            subnets = as_map(subnets).get(name)
        return next(filter(None, map(self.of_subnet, as_list(subnets))), None)

    def _named(self, value: Value) -> Value:
        """Return the VPC that ``value`` names, through an attribute of a subnet or a group; hidden for others."""
        resource = self._world.find(value)
        if resource is None or resource.type == _VPC:
            return value
        data = self._world.properties(value, resource.type) if resource.type in (_SUBNET, SECURITY_GROUP) else None
        if data is None or value.attribute != "VpcId" or self._world.find(data.get("VpcId")) is resource:
            return Unknown(f"{known_text(value)} is known at deployment")
        return data.get("VpcId")

    def _further(self, group: Value) -> Iterator[Value]:
        """Yield the VPCs that ``group`` is associated with beside its own."""
        branches = (self._world.branch(item) for item in self._associations.get(same_resource(group), ()))
        return (self._named(branch.properties.get("VpcId")) for branch in branches if branch is not None)

    @cached_property
    def _associations(self) -> dict[Any, list[Resource]]:
        found: dict[Any, list[Resource]] = {}
        for resource in (item for template in self._templates for item in template.by_type.get(_ASSOCIATION, ())):
            for key in dict.fromkeys(same_resource(item.properties.get("GroupId")) for item in resource.branches):
                found.setdefault(key, []).append(resource)
        return found
