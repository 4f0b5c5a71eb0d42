"""Rules of security groups: the same permission in a template and in the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["EGRESS", "INGRESS", "allow", "permission", "revoke"]

INGRESS, EGRESS = "ingress", "egress"


def permission(rule: Props, direction: str) -> dict[str, Any]:
    """Return the IpPermission of a template's rule."""
    made: dict[str, Any] = {"IpProtocol": rule["IpProtocol"]}
    made |= {name: rule[name] for name in ("FromPort", "ToPort") if name in rule}
    told = {"Description": rule["Description"]} if "Description" in rule else {}
    prefix = "Source" if direction == INGRESS else "Destination"
    if "CidrIp" in rule:
        made["IpRanges"] = [{"CidrIp": rule["CidrIp"], **told}]
    if "CidrIpv6" in rule:
        made["Ipv6Ranges"] = [{"CidrIpv6": rule["CidrIpv6"], **told}]
    if f"{prefix}PrefixListId" in rule:
        made["PrefixListIds"] = [{"PrefixListId": rule[f"{prefix}PrefixListId"], **told}]
    if f"{prefix}SecurityGroupId" in rule:
        made["UserIdGroupPairs"] = [{"GroupId": rule[f"{prefix}SecurityGroupId"], **told}]
    return made


def allow(context: Context, group: str, rules: list[dict[str, Any]], direction: str) -> list[str]:
    """Add permissions to a group; return the ids of the rules."""
    if not rules:
        return []
    name = f"authorize_security_group_{direction}"
    answer = context.call("ec2", name, GroupId=group, IpPermissions=rules)
    return [item["SecurityGroupRuleId"] for item in answer.get("SecurityGroupRules", [])]


def revoke(context: Context, group: str, rules: list[dict[str, Any]], direction: str) -> None:
    """Take permissions from a group."""
    if rules:
        context.call("ec2", f"revoke_security_group_{direction}", GroupId=group, IpPermissions=rules)
