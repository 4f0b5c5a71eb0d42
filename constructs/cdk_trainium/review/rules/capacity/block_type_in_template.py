"""A group of EKS or PCS on a Capacity Block whose launch template names no instance type."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import macro_in
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for ``InstanceType`` in the launch template: the types of the group do not stand in for it."""
    group = launch.group
    if group is None or group.kind not in ("eks", "pcs") or not launch.block or "InstanceType" in launch.node.data:
        return
    if macro := macro_in(launch.node.data if launch.node.described else group.branch.properties):
        yield cannot_tell(f"InstanceType of the launch template of {group.resource.id}", macro, launch.node.root)
    elif launch.node.described:
        text = f"{group.resource.id} is on a Capacity Block, its launch template has no InstanceType"
        yield Hit(text, launch.node.at("InstanceType"), resource=launch.node.resource)
    else:
        text = "a node group on a Capacity Block without a launch template, which names target and InstanceType"
        name = "LaunchTemplate" if group.kind == "eks" else "CustomLaunchTemplate"
        yield Hit(text, ("Properties", name), resource=group.resource)


RULE = Rule(
    id="TRN350",
    title="A node group of EKS or PCS on a Capacity Block has the instance type in its launch template",
    level=Level.ERROR,
    why="Both services take block capacity only with a launch template that names the type; the group fails.",
    source="Amazon EKS User Guide, managed node groups with Capacity Blocks; AWS PCS User Guide, "
    "Configure a compute node group to use a Capacity Block",
    on="launch",
    check=check,
    fix="move the type from the group into InstanceType of the launch template",
)
