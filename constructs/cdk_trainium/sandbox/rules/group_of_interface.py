"""An interface's security groups exist, and in the VPC of its subnet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

MISSING = Rule(
    id="security-group-exists",
    title="A security group that does not exist is refused.",
    code="InvalidGroup.NotFound",
    source="EC2 API error codes: InvalidGroup.NotFound",
)
RULE = Rule(
    id="security-group-vpc",
    title="A security group of another VPC than the subnet's is refused.",
    code="InvalidParameter",
    source="RunInstances' answer as quoted in public reports: '… belong to different networks.'",
)


def check(launch: Launch) -> None:
    """Refuse groups that the interfaces cannot have."""
    default = launch.subnet_id
    places = [(item.subnet_id or default, item.groups) for item in launch.interfaces]
    places.append((default, tuple(launch.data.get("SecurityGroupIds") or ())))
    for subnet_id, groups in places:
        for group_id in groups:
            _check(launch, subnet_id, group_id)


def _check(launch: Launch, subnet_id: str | None, group_id: str) -> None:
    group = launch.state.ec2.get_security_group_from_id(group_id)
    if group is None:
        raise MISSING.refuse(f"The security group '{group_id}' does not exist")
    if subnet_id and launch.state.ec2.get_subnet(subnet_id).vpc_id != group.vpc_id:
        raise RULE.refuse(f"Security group {group_id} and subnet {subnet_id} belong to different networks.")
