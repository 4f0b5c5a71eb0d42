"""A volume that names a key and does not say that it is encrypted."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.volumes import NEEDS_ENCRYPTED
from ....findings import Level
from ....template import MaybeAbsent, Unknown
from ...model import Node
from ...model.values import as_map, as_true, member, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, unknown


def check(node: Node, _context: Context) -> Iterator[Hit]:
    """Look at every volume that names a key for certain."""
    for index, disk in enumerate(node.disks):
        volume = as_map(disk.get("Ebs"))
        key, encrypted = volume.get("KmsKeyId"), member(volume, "Encrypted")
        if key in (None, "") or isinstance(key, MaybeAbsent) or as_true(encrypted):
            continue
        path, name = node.at("BlockDeviceMappings", index, "Ebs", "KmsKeyId"), shown(disk.get("DeviceName", index))
        if isinstance(encrypted, Unknown):
            yield cannot_tell(f"whether the volume {name}, which names a key, is encrypted", encrypted, path)
        elif "SnapshotId" in volume:
            yield unknown(f"whether EC2 takes the key of the volume {name} is not told: its snapshot may say", path)
        else:
            yield Hit(f"the volume {name} names a key and does not say that it is encrypted", path)


RULE = Rule(
    id=NEEDS_ENCRYPTED,
    title="A volume that names a key is encrypted",
    level=Level.ERROR,
    why="EC2 answers that KmsKeyId requires Encrypted, and no node launches.",
    source="EC2 API, CreateVolume, KmsKeyId; EC2 User Guide, Use encryption with EBS-backed AMIs",
    on="node",
    check=check,
    fix="set Encrypted: true beside KmsKeyId",
)
