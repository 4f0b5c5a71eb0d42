"""Whether the EFAs of a node can talk to each other: shared by the rules of both directions."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Reference, Value
from ...model.made_groups import made_open, rules_known
from ...model.membership import Membership
from ...model.values import shown
from ...options import Context
from ...rule import Hit, unknown

__all__ = ["GUIDE", "check_side"]

GUIDE = "EC2 User Guide, get started with EFA: prepare an EFA-enabled security group"


def check_side(member: Membership, context: Context, side: str) -> Iterator[Hit]:
    """Yield a hit unless one shared group lets all traffic of ``side`` pass to itself."""
    groups = member.groups
    found = [_open(group, context, side) for group in groups]
    if not groups or True in found:
        closed = [group for group, passes in zip(groups, found, strict=True) if passes is False]
        if member.every and side == "egress":
            yield from (_beside(group, member) for group in closed)
        return
    hidden = next((group for group, passes in zip(groups, found, strict=True) if passes is None), None)
    if hidden is None:
        yield _closed(groups[0], context, side)
    else:
        why = (
            context.world.rule_makers.why(hidden)
            or "its rules are not written here, or one that may be its own hides what passes"
        )
        text = f"{side} of security group {shown(hidden)} to itself cannot be judged: {why}"
        yield unknown(text, member.path)


def _beside(group: Value, member: Membership) -> Hit:
    """Return a hit on a group without egress to itself, beside one that has it."""
    text = f"security group {shown(group)} lets no egress to itself pass, while another one does"
    return Hit(f"{text}: HyperPod's EFA health check asks each of them", member.path, level=Level.WARNING)


def _open(group: Value, context: Context, side: str) -> bool | None:
    world = context.world
    if made_open(world, group, side):
        return True
    passes = world.security_groups.open_to_itself(group, side, rules_known(world, group))
    return None if passes is False and world.rule_makers.why(group) else passes


def _closed(group: Value, context: Context, side: str) -> Hit:
    rules = context.world.security_groups.self_rules(group, side)
    peer = "from" if side == "ingress" else "to"
    text = f"no {side} rule lets all traffic {peer} the group itself pass (self, IpProtocol -1)"
    if rules and len(rules[0].peers) > 1:
        text += f"; the self rule there names {' and '.join(rules[0].peers)}, and one peer is allowed"
    elif rules:
        text += f"; the self rule there is limited to protocol {shown(rules[0].protocol)}"
    resource = context.world.find(group) if isinstance(group, Reference) else None
    return Hit(f"{text}: EFA needs it", ("Properties",), resource=resource, evidence={"group": shown(group)})
