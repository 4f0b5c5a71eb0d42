"""A subnet inside the launch template of a managed node group."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .managed_group import LAUNCH_TEMPLATES, customized


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at the interfaces of launch templates that an EKS managed node group uses."""
    group = customized(launch)
    if group is None:
        return
    for item in launch.node.interfaces:
        if "SubnetId" in item.data:
            text = f"SubnetId in the launch template of the managed node group {group.resource.id}"
            yield Hit(text, (*item.path, "SubnetId"))
            return


RULE = Rule(
    id="TRN117",
    title="The launch template of a managed node group names no subnet",
    level=Level.ERROR,
    why="Amazon EKS refuses a launch template with a subnet: the node group's own Subnets decide.",
    source=LAUNCH_TEMPLATES,
    on="launch",
    check=check,
    fix="remove SubnetId from the interfaces and set Subnets on the node group",
)
