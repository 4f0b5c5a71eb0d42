"""Refuse to delete a subnet, security group or network that is in use, as EC2 does; moto lets most of them go.

Source: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html (DependencyViolation).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["install"]

_MARK = "_cdk_trainium_guard"


def install() -> None:
    """Mend moto; calling it again changes nothing."""
    from moto.ec2.models.security_groups import SecurityGroupBackend
    from moto.ec2.models.subnets import SubnetBackend
    from moto.ec2.models.vpcs import VPCBackend

    _guard(SubnetBackend, "delete_subnet", _subnet_in_use)
    _guard(SecurityGroupBackend, "_delete_security_group", _group_in_use)
    _guard(VPCBackend, "delete_vpc", _vpc_in_use)


def _guard(kind: Any, name: str, problem: Callable[..., str | None]) -> None:
    original = getattr(kind, name)
    if hasattr(original, _MARK):
        return

    def _guarded(backend: Any, *args: Any, **kwargs: Any) -> Any:
        message = problem(backend, *args, **kwargs)
        if message:
            raise Refusal("DependencyViolation", message)
        return original(backend, *args, **kwargs)

    setattr(_guarded, _MARK, True)
    setattr(kind, name, _guarded)


def _subnet_in_use(backend: Any, subnet_id: str) -> str | None:
    if any(item.subnet and item.subnet.id == subnet_id for item in backend.enis.values()):
        return f"The subnet '{subnet_id}' has dependencies and cannot be deleted."
    return None


def _group_in_use(backend: Any, _vpc_id: str | None, group_id: str) -> str | None:
    used = any(group_id in [group.id for group in item.group_set] for item in backend.enis.values())
    if used or _named_by_another(backend, group_id):
        return f"resource {group_id} has a dependent object"
    return None


def _named_by_another(backend: Any, group_id: str) -> bool:
    others = (group for groups in backend.groups.values() for group in groups.values() if group.id != group_id)
    rules = (rule for group in others for rule in [*group.ingress_rules, *group.egress_rules])
    return any(rule.source_group.get("GroupId") == group_id for rule in rules)


def _vpc_in_use(backend: Any, vpc_id: str) -> str | None:
    gateways = any(item.vpc and item.vpc.id == vpc_id for item in backend.internet_gateways.values())
    endpoints = any(item.vpc_id == vpc_id and item.state != "deleted" for item in backend.vpc_end_points.values())
    groups = any(group.name != "default" for group in backend.groups.get(vpc_id, {}).values())
    if gateways or endpoints or groups:
        return f"The vpc '{vpc_id}' has dependencies and cannot be deleted."
    return None
