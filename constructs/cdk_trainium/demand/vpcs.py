"""The existing VPCs that templates name: where their resources are made, and with these the nodes."""

from __future__ import annotations

from collections.abc import Iterable

from ..template import Resource, Template, Value
from .reading import Notes

__all__ = ["existing_vpcs", "vpc_of_groups"]

_SECURITY_GROUP, _ASSOCIATION = "AWS::EC2::SecurityGroup", "AWS::EC2::SecurityGroupVpcAssociation"
_INSIDE = (
    _SECURITY_GROUP,
    _ASSOCIATION,
    "AWS::EC2::NetworkAcl",
    "AWS::EC2::RouteTable",
    "AWS::EC2::Subnet",
    "AWS::EC2::VPCEndpoint",
    "AWS::EC2::VPCGatewayAttachment",
)
"""What is made in the VPC that it names."""


def existing_vpcs(templates: Iterable[Template], notes: Notes) -> tuple[str, ...]:
    """Return the ids of existing VPCs in which ``templates`` make something by their parameters' defaults."""
    made = (resource for template in templates for kind in _INSIDE for resource in template.by_type.get(kind, ()))
    return tuple(sorted({vpc for one in made if (vpc := notes.text(one, "VpcId", _vpc(one)))}))


def vpc_of_groups(groups: Iterable[Resource], templates: Iterable[Template]) -> str:
    """Return the existing VPC in which the plan makes all of the security ``groups``; empty where none is certain.

    A group that is associated with further VPCs serves nodes there as well.
    """
    if any(template.by_type.get(_ASSOCIATION) for template in templates):
        return ""
    made = [_vpc(resource) for resource in groups if resource.type == _SECURITY_GROUP]
    return made[0] if made and isinstance(made[0], str) and made.count(made[0]) == len(made) else ""


def _vpc(resource: Resource) -> Value:
    return None if resource.by_default is None else resource.by_default.properties.get("VpcId")
