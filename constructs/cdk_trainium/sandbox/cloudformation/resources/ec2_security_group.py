"""``AWS::EC2::SecurityGroup``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ec2 import Ec2Handler, pick
from .security_rules import EGRESS, INGRESS, allow, permission, revoke

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["SecurityGroup"]

_OPEN = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
_RULES = ((INGRESS, "SecurityGroupIngress"), (EGRESS, "SecurityGroupEgress"))


class SecurityGroup(Ec2Handler):
    """A firewall; a template that names egress rules takes the open rule away that EC2 gives a new group."""

    type = "AWS::EC2::SecurityGroup"
    known = frozenset({"GroupDescription", "GroupName", "SecurityGroupEgress", "SecurityGroupIngress", "Tags", "VpcId"})
    kind = "security-group"
    create_only = frozenset({"GroupDescription", "GroupName", "VpcId"})

    def create(self, context: Context, props: Props) -> None:
        """Create it with its rules."""
        answer = context.call(
            "ec2",
            "create_security_group",
            GroupName=props.get("GroupName") or context.name(255),
            Description=props.get("GroupDescription"),
            TagSpecifications=self.tagged(props),
            **pick(props, "VpcId"),
        )
        context.claim(answer["GroupId"])
        if props.get("SecurityGroupEgress"):
            revoke(context, context.physical_id, [_OPEN], EGRESS)
        for direction, name in _RULES:
            allow(context, context.physical_id, _permissions(props, direction, name), direction)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change rules and tags."""
        for direction, name in _RULES:
            before, after = _effective(old, direction, name), _effective(new, direction, name)
            revoke(context, context.physical_id, [rule for rule in before if rule not in after], direction)
            allow(context, context.physical_id, [rule for rule in after if rule not in before], direction)
        self.retag(context, old, new)

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("ec2", "delete_security_group", GroupId=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id and network."""
        answer = context.call("ec2", "describe_security_groups", GroupIds=[context.physical_id])
        found = answer["SecurityGroups"][0]
        return {"GroupId": context.physical_id, "Id": context.physical_id, "VpcId": found.get("VpcId", "")}


def _permissions(props: Props, direction: str, name: str) -> list[dict[str, Any]]:
    return [permission(rule, direction) for rule in props.get(name, [])]


def _effective(props: Props, direction: str, name: str) -> list[dict[str, Any]]:
    rules = _permissions(props, direction, name)
    return rules or ([_OPEN] if direction == EGRESS else [])
