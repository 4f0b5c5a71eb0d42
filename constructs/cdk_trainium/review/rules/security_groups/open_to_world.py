"""Ingress from everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import GroupRule
from ...model.security_group import rules_of
from ...options import Context
from ...rule import Hit, Rule
from ...subjects import Branched

_WORLD = ("0.0.0.0/0", "::/0")
_PORTS = {22: "SSH", 3389: "RDP"}


def check(item: Branched, _context: Context) -> Iterator[Hit]:
    """Judge ingress rules that name every address; self rules name none and are never open."""
    for rule in rules_of(item.resource, item.branch):
        if rule.side == "ingress" and rule.cidr in _WORLD:
            yield from _judged(rule)


def _judged(rule: GroupRule) -> Iterator[Hit]:
    ports = rule.ports()
    if ports is None or rule.protocol in ("icmp", "icmpv6", "1", "58"):
        return
    first, last = ports
    if rule.all_traffic or (first <= 0 and last >= 65535):
        yield Hit(f"ingress of all ports from {rule.cidr}", rule.path)
        return
    for port, name in _PORTS.items():
        if first <= port <= last:
            yield Hit(f"ingress of {name} (port {port}) from {rule.cidr}", rule.path)


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
