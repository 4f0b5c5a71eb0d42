"""Volumes under a name that EC2 does not take."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.root_device import is_of_system
from ....findings import Level
from ....template import Unknown
from ...model import Node
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look for names of NVMe devices; which of the others EC2 takes depends on the image."""
    for index, disk in enumerate(node.disks):
        name = disk.get("DeviceName")
        if not isinstance(name, Unknown) and not is_of_system(name):
            continue
        path = node.at("BlockDeviceMappings", index, "DeviceName")
        if isinstance(name, Unknown):
            yield cannot_tell("whether EC2 takes the name of the device", name, path)
        else:
            yield Hit(f"{name} is the name inside the node; allowed: /dev/sd… or /dev/xvd…", path)


RULE = Rule(
    id="TRN539",
    title="Volumes have device names of EC2",
    level=Level.ERROR,
    why="EC2 refuses every launch: nvme0n1 and the like are names that the node's system gives.",
    source="EC2 User Guide, device names for volumes; sous-chefs/aws issue 384: is not a valid EBS device name",
    on="node",
    check=check,
    fix="write the image's root device, or /dev/sdf and on for further volumes",
)
