"""Ingress from everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....template import OneOf, Unknown, Value
from ...model import GroupRule
from ...model.security_group import rules_of
from ...model.values import as_list, as_map, shown
from ...options import Context
from ...rule import Hit, Rule, unknown
from ...subjects import Branched

_PREFIX_LIST = "AWS::EC2::PrefixList"
_PORTS = {22: "SSH", 3389: "RDP"}
_WIDE = re.compile(r"[0-9.]+/[0-7]|[0-9a-fA-F:.]+/[0-6]")
"""Every address, or so many that no private range holds them: 10.0.0.0/8 and fc00::/7 are the widest."""
_WITHOUT_PORTS = ("icmp", "icmpv6", "1", "58")


def check(item: Branched, context: Context) -> Iterator[Hit]:
    """Judge ingress rules that name every address, or may; self rules name none and are never open."""
    for rule in rules_of(item.resource, item.branch):
        if rule.side == "ingress" and rule.protocol not in _WITHOUT_PORTS:
            for source in _sources(rule, context):
                if _may_be_world(source):
                    yield from _judged(rule, source)


def _sources(rule: GroupRule, context: Context) -> list[Value]:
    """Return the ranges of addresses that ``rule`` lets in, those of a prefix list too."""
    if rule.prefix_list is None:
        return [rule.cidr]
    data = context.world.properties(rule.prefix_list, _PREFIX_LIST)
    if data is None:
        return [Unknown(f"the entries of prefix list {shown(rule.prefix_list)} are not written here")]
    entries = data.get("Entries")
    return [entry if isinstance(entry, Unknown) else as_map(entry).get("Cidr") for entry in as_list(entries)]


def _may_be_world(cidr: Value) -> bool:
    if isinstance(cidr, OneOf) and cidr.choices:
        return any(_may_be_world(item) for _, item in cidr.choices)
    return isinstance(cidr, Unknown) or (isinstance(cidr, str) and _WIDE.fullmatch(cidr.strip()) is not None)


def _judged(rule: GroupRule, source: Value) -> Iterator[Hit]:
    ports = (rule.data.get("FromPort"), rule.data.get("ToPort"))
    hidden = next((value for value in (source, rule.protocol, *ports) if isinstance(value, Unknown)), None)
    if hidden is None and rule.ports() is None:
        hidden = Unknown("they are no numbers")
    for what in _opened(rule):
        if hidden is None:
            yield Hit(f"ingress of {what} from {source}", rule.path)
        else:
            yield unknown(f"whether ingress of {what} is open to the world cannot be told: {hidden.reason}", rule.path)


def _opened(rule: GroupRule) -> list[str]:
    """Return what the rule lets in of all that it must not, or may let in."""
    ports = rule.ports()
    if ports is None:
        return ["its ports"]
    first, last = ports
    if first <= 0 and last >= 65535:
        return ["all ports"]
    return [f"{name} (port {port})" for port, name in _PORTS.items() if first <= port <= last]


RULE = Rule(
    id="TRN204",
    title="No security group opens SSH, RDP or all ports to the world",
    level=Level.ERROR,
    why="Accelerated nodes are worth stealing; scanners find an open port within minutes.",
    source="AWS Foundational Security Best Practices, EC2.13, EC2.14 and EC2.19",
    on="AWS::EC2::SecurityGroup AWS::EC2::SecurityGroupIngress",
    check=check,
    fix="use Session Manager, or name the addresses that may come in",
)
