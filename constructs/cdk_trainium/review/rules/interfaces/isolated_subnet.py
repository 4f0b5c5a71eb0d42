"""Nodes in a subnet without any way to the services they boot with."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, Skip


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Report subnets of a VPC of the templates with neither a route nor an endpoint; another stack may add them."""
    owner = launch.group
    path, resource = (owner.subnets_path, owner.resource) if owner else ((), None)
    for subnet in launch.subnets if launch.accelerated else ():
        isolated = context.world.routes.isolated(subnet)
        if isolated is None:
            yield Skip("whether a way leads out of the VPC is not told: it, or a route table, is not written here")
        elif isolated:
            text = f"{shown(subnet)} has no route out of its VPC, and the VPC no endpoint, in these templates"
            yield Hit(text, path, resource=resource)


RULE = Rule(
    id="TRN125",
    title="The subnets of nodes have a way to the services they boot with",
    level=Level.INFO,
    why="A node that reaches no endpoint cannot fetch its container, register or be logged into.",
    source="Amazon VPC User Guide, route tables and VPC endpoints",
    on="launch",
    check=check,
    fix="add a NAT gateway and a route to it, or VPC endpoints, unless the image needs no service",
)
