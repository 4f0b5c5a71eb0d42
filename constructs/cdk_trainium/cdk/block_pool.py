"""Several Capacity Blocks as one target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aws_cdk import ArnFormat, Names, Stack
from aws_cdk import aws_resourcegroups as resourcegroups
from constructs import Construct

__all__ = ["block_pool"]

_CONFIGURATION: list[dict[str, Any]] = [
    {"type": "AWS::EC2::CapacityReservationPool"},
    {
        "type": "AWS::ResourceGroups::Generic",
        "parameters": [{"name": "allowed-resource-types", "values": ["AWS::EC2::CapacityReservation"]}],
    },
]


def block_pool(scope: Construct, id: str, reservation_ids: Sequence[str]) -> resourcegroups.CfnGroup:
    """Return a resource group of the reservations, which a launch template can target as a whole.

    Source: EC2 User Guide, Capacity Reservation groups.
    """
    stack = Stack.of(scope)
    arns = [
        stack.format_arn(
            service="ec2",
            resource="capacity-reservation",
            resource_name=reservation,
            arn_format=ArnFormat.SLASH_RESOURCE_NAME,
        )
        for reservation in reservation_ids
    ]
    name = Names.unique_resource_name(scope, max_length=120)
    return resourcegroups.CfnGroup(scope, id, name=name, configuration=_CONFIGURATION, resources=arns)
