"""Security groups with all their rules: inline, as resources of their own, in whichever template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ...template import AtDeployment, Branch, MaybeAbsent, Resource, Template, Unknown, Value
from ..rule import Path
from .case import Cases
from .values import as_list, as_map, macro_in, member, same_resource

__all__ = ["RULE_TYPES", "SECURITY_GROUP", "GroupRule", "SecurityGroups", "rules_of"]

SECURITY_GROUP = "AWS::EC2::SecurityGroup"
_SIDES = {
    "ingress": ("SecurityGroupIngress", ("SourceSecurityGroupId", "SourceSecurityGroupName")),
    "egress": ("SecurityGroupEgress", ("DestinationSecurityGroupId",)),
}
RULE_TYPES = (SECURITY_GROUP, *(f"AWS::EC2::{section}" for section, _ in _SIDES.values()))
_CIDRS = ("CidrIp", "CidrIpv6")
_LISTS = ("SourcePrefixListId", "DestinationPrefixListId")
_ALL = "all"
_ANY_GROUP = (AtDeployment, MaybeAbsent)
"""What may stand for a group that a template makes; a parameter or an import has its value before that group is."""


class GroupRule(NamedTuple):
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
        """The other security group, None when the rule names a range of addresses; a macro may add it."""
        if not self.peers:
            return macro_in(self.data)
        return next((self.data[name] for name in _SIDES[self.side][1] if name in self.data), None)

    @property
    def peers(self) -> list[str]:
        """The properties that name a peer; EC2 takes one, see `SecurityGroups.open_to_itself`."""
        return [name for name in (*_SIDES[self.side][1], *_CIDRS, *_LISTS) if name in self.data]

    def peer_is(self, group: Value) -> bool:
        """Return whether the other security group is ``group``."""
        return self.peer is not None and same_resource(self.peer) == same_resource(group)

    @property
    def cidr(self) -> Value:
        """The range of addresses, None when the rule names another peer."""
        return next((self.data[name] for name in _CIDRS if name in self.data), None)

    @property
    def prefix_list(self) -> Value:
        """The list of ranges, None when the rule names another peer."""
        return next((self.data[name] for name in _LISTS if name in self.data), None)

    @property
    def protocol(self) -> Value:
        """``-1`` is all; text or number, as CloudFormation takes both."""
        value = member(self.data, "IpProtocol")
        return value if isinstance(value, Unknown) else str(value).lower()

    @property
    def all_traffic(self) -> bool:
        """Whether it lets every protocol pass."""
        return isinstance(self.protocol, str) and self.protocol == "-1"

    @property
    def may_pass_all(self) -> bool:
        """Whether it lets every protocol pass, or may: ``all`` is a word of the AWS CLI, not documented of EC2."""
        return self.protocol in ("-1", _ALL) or isinstance(self.protocol, Unknown)

    def ports(self) -> tuple[int, int] | None:
        """Return the first and last port, None when unknown."""
        if self.protocol in ("-1", _ALL):
            return 0, 65535
        try:
            return int(self.data.get("FromPort", 0)), int(self.data.get("ToPort", 65535))
        except (TypeError, ValueError, OverflowError):
            return None


class SecurityGroups:
    """Every security group rule of a review, as it is in the case at hand (see `Cases`)."""

    def __init__(self, templates: Sequence[Template], cases: Cases) -> None:
        """Collect the rules of ``templates``."""
        self._cases = cases
        self._rules: dict[Any, list[GroupRule]] = {}
        self._anywhere: dict[Any, list[GroupRule]] = {}
        """Side and peer, None for a hidden one -> the rules that may be those of any group."""
        for template in templates:
            for resource in (item for kind in RULE_TYPES for item in template.by_type.get(kind, ())):
                for branch in resource.branches:
                    for rule in rules_of(resource, branch):
                        self._rules.setdefault(rule.group, []).append(rule)
                        if isinstance(rule.group, _ANY_GROUP):
                            peer = None if isinstance(rule.peer, _ANY_GROUP) else same_resource(rule.peer)
                            self._anywhere.setdefault((rule.side, peer), []).append(rule)

    def _present(self, rule: GroupRule) -> bool:
        return self._cases.holds(rule.resource.template, rule.branch.when)

    def _written(self, group: Value, side: str) -> Iterator[GroupRule]:
        return (rule for rule in self._rules.get(same_resource(group), ()) if rule.side == side)

    def of(self, group: Value, side: str) -> list[GroupRule]:
        """Return the rules of one side of ``group``."""
        return [rule for rule in self._written(group, side) if self._present(rule)]

    def self_rules(self, group: Value, side: str) -> list[GroupRule]:
        """Return the rules of one side that name the group itself, whatever they let pass."""
        return [rule for rule in self._written(group, side) if rule.peer_is(group) and self._present(rule)]

    def open_to_itself(self, group: Value, side: str, declared: bool) -> bool | None:
        """Return whether all traffic to or from the group itself passes; None when it cannot be told.

        Source: CloudFormation User Guide, SecurityGroupIngress: exactly one peer, else the rule is refused or not made.
        """
        if any(rule.all_traffic and len(rule.peers) == 1 for rule in self.self_rules(group, side)):
            return True
        own = (rule for rule in self._written(group, side) if rule.peer_is(group) or isinstance(rule.peer, Unknown))
        others = (rule for peer in (same_resource(group), None) for rule in self._anywhere.get((side, peer), ()))
        maybe = (rule for rule in chain(own, others) if rule.may_pass_all and len(rule.peers) < 2)
        return None if not declared or any(map(self._present, maybe)) else False


def rules_of(resource: Resource, branch: Branch) -> Iterator[GroupRule]:
    """Yield the rules that one resource, of one of `RULE_TYPES`, writes: a group its inline ones."""
    data = branch.properties
    for side, (section, _) in _SIDES.items():
        if resource.type == SECURITY_GROUP:
            group = (resource.template.key, resource.id)
            for index, item in enumerate(as_list(member(data, section))):
                yield GroupRule(resource, branch, ("Properties", section, index), group, side, as_map(item))
        elif resource.type == f"AWS::EC2::{section}":
            owner = same_resource(data.get("GroupId", member(data, "GroupName")))
            yield GroupRule(resource, branch, ("Properties",), owner, side, data)
