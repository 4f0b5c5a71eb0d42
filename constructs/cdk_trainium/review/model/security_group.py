"""Security groups with all their rules: inline, as resources of their own, in whichever template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from ...template import Branch, Reference, Resource, Template, Unknown, Value
from ..rule import Path
from .case import Cases
from .later_group import may_be_group
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

    @property
    def may_open(self) -> bool:
        """Whether it lets every protocol pass to or from one group, or may."""
        return self.may_pass_all and len(self.peers) < 2

    def ports(self) -> tuple[int, int] | None:
        """Return the first and last port, None when unknown."""
        if self.protocol in ("-1", _ALL):
            return 0, 65535
        try:
            return int(self.data.get("FromPort", 0)), int(self.data.get("ToPort", 65535))
        except (TypeError, ValueError, OverflowError):
            return None


class _Written:
    """The rules of some templates."""

    def __init__(self, templates: Sequence[Template]) -> None:
        self.by_group: dict[Any, list[GroupRule]] = {}
        self.unnamed: dict[str, list[GroupRule]] = {}
        """Side -> the rules of groups that their template does not tell, of those that may pass all traffic."""
        for rule in (rule for template in templates for rule in _rules_in(template)):
            self.by_group.setdefault(rule.group, []).append(rule)
            if isinstance(rule.group, Unknown) and rule.may_open:
                self.unnamed.setdefault(rule.side, []).append(rule)


class SecurityGroups:
    """Every security group rule of a review, as it is in the case at hand (see `Cases`)."""

    def __init__(self, templates: Sequence[Template], linked: Mapping[str, Sequence[Template]], cases: Cases) -> None:
        """Read the rules of ``templates`` as they are asked for; ``linked`` is of `linked_sets`."""
        self._templates = templates
        self._linked = linked
        self._cases = cases
        self._read: dict[str, _Written] = {}
        self._by_key = {template.key: template for template in templates}

    def _of(self, group: Value) -> Sequence[GroupRule]:
        """Return the rules of ``group``: those of a `Reference` are in the templates that are linked with its own."""
        key = same_resource(group)
        linked = self._linked.get(group.template) if isinstance(group, Reference) else None
        written = self._every if linked is None else self._written_in(linked)
        return written.by_group.get(key, ())

    def _written_in(self, templates: Sequence[Template]) -> _Written:
        first = templates[0].key
        if first not in self._read:
            self._read[first] = _Written(templates)
        return self._read[first]

    @cached_property
    def _every(self) -> _Written:
        return _Written(self._templates)

    def _present(self, rule: GroupRule) -> bool:
        return self._cases.holds(rule.resource.template, rule.branch.when)

    def _written(self, group: Value, side: str) -> Iterator[GroupRule]:
        return (rule for rule in self._of(group) if rule.side == side)

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
        if not declared or not isinstance(group, Reference):
            return None
        own = (rule for rule in self._written(group, side) if rule.peer_is(group) or isinstance(rule.peer, Unknown))
        maybe = chain((rule for rule in own if rule.may_open), self._unnamed_of(group, side))
        return None if any(map(self._present, maybe)) else False

    def _unnamed_of(self, group: Reference, side: str) -> Iterator[GroupRule]:
        home = self._by_key[group.template]
        for rule in self._every.unnamed.get(side, ()):
            if all(may_be_group(value, rule.resource.template, group, home) for value in (rule.group, rule.peer)):
                yield rule


def _rules_in(template: Template) -> Iterator[GroupRule]:
    for resource in (item for kind in RULE_TYPES for item in template.by_type.get(kind, ())):
        for branch in resource.branches:
            yield from rules_of(resource, branch)


def rules_of(resource: Resource, branch: Branch) -> Iterator[GroupRule]:
    """Yield the rules that one resource, of one of `RULE_TYPES`, writes: a group its inline ones."""
    data = branch.properties
    for side, (section, _) in _SIDES.items():
        if resource.type == SECURITY_GROUP:
            group = (resource.template.key, resource.id)
            hidden = macro_in(data)
            for index, item in enumerate([*as_list(data.get(section)), *([hidden] if hidden else [])]):
                yield GroupRule(resource, branch, ("Properties", section, index), group, side, as_map(item))
        elif resource.type == f"AWS::EC2::{section}":
            owner = same_resource(data.get("GroupId", member(data, "GroupName")))
            yield GroupRule(resource, branch, ("Properties",), owner, side, data)
