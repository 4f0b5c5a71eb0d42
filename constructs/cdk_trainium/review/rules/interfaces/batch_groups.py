"""A Batch compute environment that gives groups which the launch template gives too."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare ``SecurityGroupIds`` of the compute environment with the interfaces of its launch template."""
    group = launch.group
    if group is None or group.kind != "batch" or not launch.node.interfaces:
        return
    if as_map(group.branch.properties.get("ComputeResources")).get("SecurityGroupIds"):
        text = f"SecurityGroupIds beside the NetworkInterfaces of launch template {launch.node.resource.id}"
        yield Hit(text, ("Properties", "ComputeResources", "SecurityGroupIds"), resource=group.resource)


RULE = Rule(
    id="TRN118",
    title="A Batch compute environment leaves the security groups to the launch template's interfaces",
    level=Level.ERROR,
    why="EC2 refuses instance-level groups beside interfaces, so the environment turns INVALID at the first launch.",
    source="RunInstances: network interfaces and an instance-level security group may not be specified together",
    on="launch",
    check=check,
    fix="remove SecurityGroupIds from the compute environment",
)
