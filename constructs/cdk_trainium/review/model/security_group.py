"""Security groups with all their rules: inline, as resources of their own, in whichever template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...template import Branch, Resource, Template, Unknown, Value
from ..rule import Path
from .values import as_list, as_map, same_resource

__all__ = ["GroupRule", "SecurityGroups"]

SECURITY_GROUP = "AWS::EC2::SecurityGroup"
_SIDES = {
    "ingress": ("SecurityGroupIngress", ("SourceSecurityGroupId", "SourceSecurityGroupName")),
    "egress": ("SecurityGroupEgress", ("DestinationSecurityGroupId",)),
}
_CIDRS = ("CidrIp", "CidrIpv6")


@dataclass(frozen=True, slots=True)
class GroupRule:
    """One ingress or egress rule."""

    resource: Resource
    branch: Branch
    path: Path
    group: Any
    """What `same_resource` says of the group it belongs to."""
    side: str
    """``ingress`` or ``egress``."""
    data: Mapping[str, Any]

    @property
    def peer(self) -> Value:
        """The other security group, None when the rule names a range of addresses."""
        return next((self.data[name] for name in _SIDES[self.side][1] if name in self.data), None)

    @property
    def cidr(self) -> Value:
        """The range of addresses, None when the rule names another peer."""
        return next((self.data[name] for name in _CIDRS if name in self.data), None)

    @property
    def protocol(self) -> Value:
        """``-1`` is all; text or number, as CloudFormation takes both."""
        value = self.data.get("IpProtocol")
        return value if isinstance(value, Unknown) else str(value).lower()

    @property
    def all_traffic(self) -> bool:
        """Whether it lets every protocol pass."""
        return self.protocol in ("-1", "all")

    @property
    def default(self) -> bool:
        """Whether it is there with the parameters' defaults."""
        return self.branch.default

    def ports(self) -> tuple[int, int] | None:
        """Return the first and last port, None when unknown."""
        if self.all_traffic:
            return 0, 65535
        try:
            return int(self.data.get("FromPort", 0)), int(self.data.get("ToPort", 65535))
        except (TypeError, ValueError):
            return None


class SecurityGroups:
    """Every security group rule of a review."""

    def __init__(self, templates: Sequence[Template]) -> None:
        """Collect the rules of ``templates``."""
        self.rules: dict[Any, list[GroupRule]] = {}
        self.written_in: dict[str, list[GroupRule]] = {}
        """Key of a template -> the rules that it writes, of whichever group."""
        for template in templates:
            self.written_in[template.key] = list(_rules_of(template))
            for rule in self.written_in[template.key]:
                self.rules.setdefault(rule.group, []).append(rule)

    def of(self, group: Value, side: str) -> list[GroupRule]:
        """Return the rules of one side of ``group``."""
        return [rule for rule in self.rules.get(same_resource(group), ()) if rule.side == side]

    def self_rules(self, group: Value, side: str) -> list[GroupRule]:
        """Return the rules of one side that name the group itself, whatever they let pass."""
        key = same_resource(group)
        return [rule for rule in self.of(group, side) if rule.peer is not None and same_resource(rule.peer) == key]

    def open_to_itself(self, group: Value, side: str, declared: bool) -> bool | None:
        """Return whether all traffic to or from the group itself passes; None when it cannot be told."""
        if any(rule.all_traffic and rule.default for rule in self.self_rules(group, side)):
            return True
        hidden = any(
            isinstance(rule.peer, Unknown) or isinstance(rule.protocol, Unknown) for rule in self.of(group, side)
        )
        return None if hidden or not declared else False


def _rules_of(template: Template) -> Iterator[GroupRule]:
    for resource in template.by_type.get(SECURITY_GROUP, ()):
        group = (template.key, resource.id)
        for branch in resource.branches:
            for side, (section, _) in _SIDES.items():
                for index, item in enumerate(as_list(branch.properties.get(section))):
                    path: Path = ("Properties", section, index)
                    yield GroupRule(resource, branch, path, group, side, as_map(item))
    for side, (section, _) in _SIDES.items():
        for resource in template.by_type.get(f"AWS::EC2::{section}", ()):
            for branch in resource.branches:
                data = branch.properties
                owner = same_resource(data.get("GroupId", data.get("GroupName")))
                yield GroupRule(resource, branch, ("Properties",), owner, side, data)
