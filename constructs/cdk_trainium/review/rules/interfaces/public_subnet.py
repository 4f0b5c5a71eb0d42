"""Nodes with several interfaces in a public subnet."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches import INSTANCE
from ....template import Unknown, Value
from ...model import Launch
from ...model.values import as_true, shown
from ...model.world import SUBNET
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell
from .unseen_subnets import unseen_subnets


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Look at the subnets of the group, and at their routes, where these are written in the templates."""
    if len(launch.node.interfaces) < 2 or _reached(launch):
        return
    owner = launch.group
    path, resource = owner.subnets_path if owner else (), owner.resource if owner else None
    yield from unseen_subnets(launch)
    for subnet in launch.subnets:
        public = (context.world.properties(subnet, SUBNET) or {}).get("MapPublicIpOnLaunch")
        route = context.world.routes.to_internet_gateway(subnet)
        why = _public(public, route)
        if why:
            text = (
                f"nodes with {len(launch.node.interfaces)} interfaces in {shown(subnet)}, {why}, get no public address"
            )
            yield Hit(f"{text} and so no way out", path, resource=resource)
        elif isinstance(public, Unknown):
            yield cannot_tell(f"whether MapPublicIpOnLaunch of subnet {shown(subnet)} is true", public, path, resource)
        elif isinstance(route, Unknown):
            yield cannot_tell(f"whether subnet {shown(subnet)} routes to an internet gateway", route, path, resource)


def _public(public: Value, route: bool | Unknown) -> str:
    """Return what makes a subnet one for nodes with public addresses, empty when nothing does."""
    if as_true(public):
        return "whose MapPublicIpOnLaunch is true"
    return "whose route to 0.0.0.0/0 is an internet gateway" if route is True else ""


def _reached(launch: Launch) -> bool:
    """Return whether the node is an instance that gets an Elastic IP address."""
    instance = launch.node.resource
    return instance.type == INSTANCE and launch.world.routes.has_elastic_address(instance)


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
