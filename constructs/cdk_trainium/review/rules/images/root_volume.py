"""A root volume too small for the image, or on the wrong device."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....constraints.root_device import looks_like_root, root_device
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .scope import systems, training_image

_Disk = tuple[int, Mapping[str, Any]]

_SMALLEST_GIB = 476
"""512 GB, the smallest root volume of Neuron's setup pages, in GiB."""
_DLAMI = "/aws/service/neuron/dlami/"
"""The images that these pages set up; nothing documents a size for those of ECS and EKS."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the mapped devices with the root device of the image's system, then the size of that volume."""
    devices = [(index, disk) for index, disk in enumerate(launch.node.disks) if "DeviceName" in disk]
    for system in sorted(systems(launch)) if devices else ():
        root = root_device(system)
        own = next((disk for _, disk in devices if disk["DeviceName"] == root), None)
        if root and own is None:
            yield from _misplaced(launch, devices, f"the root device of {system} images", root)
    small = (image for image in training_image(launch) if devices and image.path.startswith(_DLAMI))
    for root in {root_device(image.os) for image in small} - {""}:
        yield from _too_small(launch, devices, root)


def _misplaced(launch: Launch, devices: list[_Disk], what: str, root: str) -> Iterator[Hit]:
    for index, disk in devices:
        name, path = disk["DeviceName"], launch.node.at("BlockDeviceMappings", index, "DeviceName")
        if isinstance(name, Unknown):
            yield cannot_tell(f"whether the mapped device is {root}, {what}", name, path)
        elif looks_like_root(name):
            yield Hit(f"{name} is not {what}; allowed: {root}", path)


def _too_small(launch: Launch, devices: list[_Disk], root: str) -> Iterator[Hit]:
    path = launch.node.at("BlockDeviceMappings", devices[0][0])
    own = next((disk for _, disk in devices if disk["DeviceName"] == root), {})
    written = as_map(own.get("Ebs")).get("VolumeSize")
    size = as_int(written)
    if isinstance(written, Unknown):
        yield cannot_tell(f"whether the root volume has {_SMALLEST_GIB} GiB", written, path)
    if size is not None and size < _SMALLEST_GIB:
        yield Hit(f"the root volume has {size} GiB; allowed: at least {_SMALLEST_GIB} GiB (512 GB)", path)


RULE = Rule(
    id="TRN513",
    title="The root volume is the image's and large enough",
    level=Level.WARNING,
    why="A mapping of another device adds a second disk and leaves the root small; Neuron images fill it and jobs die.",
    source="AWS Neuron setup guides; image families of the catalog",
    on="launch",
    check=check,
    fix="map the image's root device with at least 512 GB",
)
