"""Nodes with several interfaces in a subnet that hands out public addresses."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_true, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look at the subnets of the group that are written in the templates."""
    if len(launch.node.interfaces) < 2:
        return
    for subnet in launch.subnets:
        public, owner = (context.world.properties(subnet, SUBNET) or {}).get("MapPublicIpOnLaunch"), launch.group
        path, resource = owner.subnets_path if owner else (), owner.resource if owner else None
        if isinstance(public, Unknown):
            yield cannot_tell(f"whether MapPublicIpOnLaunch of {shown(subnet)} is true", public, path, resource)
        elif as_true(public):
            text = (
                f"nodes with {len(launch.node.interfaces)} interfaces in {shown(subnet)}, whose MapPublicIpOnLaunch is "
                "true, get no public address and so no way out"
            )
            yield Hit(text, path, resource=resource)


RULE = Rule(
    id="TRN113",
    title="Nodes with several interfaces are launched into private subnets",
    level=Level.WARNING,
    why="EC2 assigns no public address to such nodes; in a public subnet they start without a way out.",
    source="EC2 User Guide, public IPv4 addresses; aws-parallelcluster pull request 7457",
    on="launch",
    check=check,
    fix="use a private subnet with a NAT gateway or VPC endpoints",
)
