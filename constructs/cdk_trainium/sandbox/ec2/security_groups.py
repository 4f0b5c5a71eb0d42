"""Security groups: made in VPCs that exist, and associated with no VPC but their own."""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult
from moto.ec2.models.security_groups import SecurityGroupBackend

from ..filters import matching
from ..rules import vpc_exists

__all__ = ["HANDLERS", "install"]

_FILTERS = ("group-id", "group-owner-id", "state", "vpc-id", "vpc-owner-id")
_moto_create = SecurityGroupBackend.create_security_group


def install() -> None:
    """Let moto's groups be made in VPCs that exist, by a call as by a stack."""
    SecurityGroupBackend.create_security_group = _create  # type: ignore[method-assign]


def _create(self: Any, name: str, description: str, vpc_id: str | None = None, *args: Any, **more: Any) -> Any:
    vpc_exists.check(vpc_id, self.vpcs)
    return _moto_create(self, name, description, vpc_id, *args, **more)


def associations(request: Any) -> ActionResult:
    """List the associations with further VPCs; nothing here makes any."""
    request.error_on_dryrun()
    none: list[Any] = matching(request, [], {name: lambda _: None for name in _FILTERS}, lambda _: {})
    return ActionResult({"SecurityGroupVpcAssociations": none})


HANDLERS = {"DescribeSecurityGroupVpcAssociations": associations}
