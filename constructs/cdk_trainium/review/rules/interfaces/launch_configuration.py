"""Nodes with EFA from a launch configuration."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches import LAUNCH_CONFIGURATION
from ....wording import counted
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .layout import EFA_GUIDE


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report types that have EFAs: a launch configuration has no property for network interfaces."""
    if launch.node.resource.type != LAUNCH_CONFIGURATION:
        return
    if launch.hidden_type is not None:
        yield cannot_tell("whether the instance type has EFAs", launch.hidden_type, launch.node.at("InstanceType"))
    for info in launch.infos:
        if info.efa_count:
            text = f"{info.name} has {counted(info.efa_count, 'EFA')}; a launch configuration can ask for none"
            yield Hit(text, launch.node.at("InstanceType"))


RULE = Rule(
    id="TRN120",
    title="Nodes with EFA come from a launch template",
    level=Level.ERROR,
    why="A launch configuration takes neither interfaces, Capacity Block nor reservation; new accounts make none.",
    source=f"{EFA_GUIDE}; Amazon EC2 Auto Scaling User Guide, launch configurations",
    on="launch",
    check=check,
    fix="write an AWS::EC2::LaunchTemplate with NetworkInterfaces, and LaunchTemplate on the group",
)
