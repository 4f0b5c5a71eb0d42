"""Security groups that a service makes beside a resource, with rules that no template writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...template import Reference, Value
from .security_group import SECURITY_GROUP
from .values import same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["made_open", "rules_known"]

_BOTH = ("ingress", "egress")
_OPEN = {
    ("AWS::EKS::Cluster", "ClusterSecurityGroupId"): _BOTH,
    ("Custom::AWSCDK-EKS-Cluster", "ClusterSecurityGroupId"): _BOTH,
    ("AWS::EC2::VPC", "DefaultSecurityGroup"): ("ingress",),
}
"""Type and attribute -> the sides on which all traffic to and from the group itself passes from the start.

Source: Amazon EKS User Guide, security group requirements; Amazon VPC User Guide, default security groups.
"""
_REMOVER = "Custom::VpcRestrictDefaultSG"
"""Custom resource of CDK's VPCs that removes the rules of a default group; seen with aws-cdk-lib 2.275.0."""


def rules_known(world: World, group: Value) -> bool:
    """Return whether all rules of ``group`` are known: those of templates, and those that a service gives it."""
    resource = world.find(group)
    if resource is None or not isinstance(group, Reference):
        return False
    return resource.type == SECURITY_GROUP or (resource.type, group.attribute) in _OPEN


def made_open(world: World, group: Value, side: str) -> bool:
    """Return whether a service makes ``group`` with a rule of ``side`` that lets all traffic to itself pass."""
    resource = world.find(group)
    if resource is None or not isinstance(group, Reference):
        return False
    return side in _OPEN.get((resource.type, group.attribute), ()) and not _removed(world, group)


def _removed(world: World, group: Reference) -> bool:
    removers = (item for template in world.templates for item in template.by_type.get(_REMOVER, ()))
    branches = (world.branch(item) for item in removers)
    owners = (branch.properties.get("DefaultSecurityGroupId") for branch in branches if branch is not None)
    return any(same_resource(item) == group.target for item in owners)
