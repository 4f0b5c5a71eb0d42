"""Disks that are not encrypted."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Node
from ...model.values import as_map, as_true, member, shown
from ...options import Context
from ...rule import Hit, Rule, Skip, cannot_tell


def check(node: Node, _context: Context) -> Iterator[Hit | Skip]:
    """Look at every EBS volume of the node."""
    if not node.disks:
        yield Skip("the template maps no volume: those of the image are not told")
    for index, disk in enumerate(node.disks):
        volume = as_map(disk.get("Ebs"))
        encrypted = member(volume, "Encrypted")
        path, name = node.at("BlockDeviceMappings", index, "Ebs"), shown(disk.get("DeviceName", index))
        if isinstance(encrypted, Unknown):
            yield cannot_tell(f"whether the volume {name} is encrypted", encrypted, path)
        elif volume and not as_true(encrypted) and "SnapshotId" not in volume:
            yield Hit(f"the volume {name} is not encrypted", path)


RULE = Rule(
    id="TRN703",
    title="Disks of nodes are encrypted",
    level=Level.WARNING,
    why="Checkpoints and data sets lie on them; encryption costs nothing.",
    source="AWS Foundational Security Best Practices, EC2.3",
    on="node",
    check=check,
    fix="set Encrypted: true",
)
