"""Nodes with a public address."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_true, member, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell
from ..interfaces.unseen_subnets import unseen_subnets


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Judge accelerated nodes with one interface; with several EC2 assigns no address (TRN112, TRN113)."""
    node = launch.node
    if not launch.infos or len(node.interfaces) > 1:
        return
    data, path = (node.interfaces[0].data, node.interfaces[0].path) if node.interfaces else (node.data, node.root)
    asked = member(data, "AssociatePublicIpAddress")
    if isinstance(asked, Unknown):
        yield cannot_tell("whether nodes get a public address", asked, (*path, "AssociatePublicIpAddress"))
    if as_true(asked):
        yield Hit("nodes get a public address", (*path, "AssociatePublicIpAddress"))
        return
    if asked is None:
        yield from unseen_subnets(launch)
    for subnet in launch.subnets if asked is None else ():
        public, owner = (context.world.properties(subnet, SUBNET) or {}).get("MapPublicIpOnLaunch"), launch.group
        where, resource = owner.subnets_path if owner else (), owner.resource if owner else None
        if isinstance(public, Unknown):
            yield cannot_tell(f"whether nodes get a public address in subnet {shown(subnet)}", public, where, resource)
        elif as_true(public):
            yield Hit(f"nodes get a public address in subnet {shown(subnet)}", where, resource=resource)


RULE = Rule(
    id="TRN705",
    title="Nodes have no public address",
    level=Level.WARNING,
    why="A training node needs no way in from the internet; an address is what scanners look for.",
    source="AWS Foundational Security Best Practices, EC2.9",
    on="launch",
    check=check,
    fix="use private subnets with a NAT gateway or VPC endpoints",
)
