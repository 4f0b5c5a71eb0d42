"""``AWS::EC2::SecurityGroupIngress`` and ``AWS::EC2::SecurityGroupEgress``: one rule as a resource of its own."""

from __future__ import annotations

from typing import ClassVar

from .handler import Context, Handler, Props
from .security_rules import EGRESS, INGRESS, allow, permission, revoke

__all__ = ["EgressRule", "IngressRule"]


_COMMON = frozenset({"GroupId", "IpProtocol", "FromPort", "ToPort", "CidrIp", "CidrIpv6", "Description"})


class _Rule(Handler):
    direction: ClassVar[str]

    def create(self, context: Context, props: Props) -> None:
        """Add the rule to its group."""
        self.required(props, "GroupId", "IpProtocol")
        ids = allow(context, props["GroupId"], [permission(props, self.direction)], self.direction)
        context.claim(ids[0] if ids else context.name(64))

    def replaces(self, _old: Props, _new: Props, changed: frozenset[str]) -> bool:
        """Everything but the description replaces it."""
        return bool(changed - {"Description"})

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Change the description."""
        name = f"update_security_group_rule_descriptions_{self.direction}"
        context.call("ec2", name, GroupId=new["GroupId"], IpPermissions=[permission(new, self.direction)])

    def delete(self, context: Context, props: Props) -> None:
        """Take the rule away."""
        revoke(context, props["GroupId"], [permission(props, self.direction)], self.direction)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"Id": context.physical_id}


class IngressRule(_Rule):
    """What may come in."""

    type = "AWS::EC2::SecurityGroupIngress"
    known = _COMMON | {"SourceSecurityGroupId", "SourcePrefixListId"}
    direction = INGRESS


class EgressRule(_Rule):
    """What may go out."""

    type = "AWS::EC2::SecurityGroupEgress"
    known = _COMMON | {"DestinationSecurityGroupId", "DestinationPrefixListId"}
    direction = EGRESS
