"""A root volume of a type that nothing boots from."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.root_device import looks_like_root, root_device
from ....constraints.volumes import NO_BOOT, VOLUME_TYPES
from ....findings import Level
from ....template import Unknown, Value
from ...model import Launch
from ...model.values import as_map, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, unknown
from .scope import systems

_SPINNING = {name for name, info in VOLUME_TYPES.items() if not info.boots}


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for such a volume on the root device, or where the image hides it on a device that may be."""
    roots = {root_device(system) for system in systems(launch)} - {""}
    for index, disk in enumerate(launch.node.disks):
        kind, device = as_map(disk.get("Ebs")).get("VolumeType"), disk.get("DeviceName")
        path = launch.node.at("BlockDeviceMappings", index, "Ebs", "VolumeType")
        certain, spins = shown(device) in roots, isinstance(kind, str) and kind in _SPINNING
        if certain and spins:
            yield Hit(f"{device} is the root device, and nothing boots from a {kind} volume", path)
        elif not certain and not _may_be_root(device, roots):
            continue
        elif isinstance(kind, Unknown):
            yield cannot_tell(f"whether {shown(device)} is a root device of a type that boots", kind, path)
        elif spins:
            why = device.reason if isinstance(device, Unknown) else "it cannot be told from the image"
            yield unknown(f"whether {shown(device)}, a {kind} volume, is the root device: {why}", path)


def _may_be_root(device: Value, roots: set[str]) -> bool:
    """Return whether ``device`` is hidden, or looks like a root device where the image does not tell which it is."""
    return isinstance(device, Unknown) or (not roots and isinstance(device, str) and looks_like_root(device))


RULE = Rule(
    id=NO_BOOT,
    title="The root volume is of a type that boots",
    level=Level.ERROR,
    why="EC2 refuses st1 and sc1 volumes as boot volumes, and no node launches.",
    source="EC2 API of botocore 1.44.8, CreateVolume, VolumeType",
    on="launch",
    check=check,
    fix="take gp3 for the root volume; st1 and sc1 are for further ones",
)
