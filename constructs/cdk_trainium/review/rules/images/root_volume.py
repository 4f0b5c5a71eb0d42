"""A root volume too small for the image, or on the wrong device."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.image_path import ImagePath
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_int, as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .scope import training_image

_SMALLEST_GIB = 476
"""512 GB, the smallest root volume of Neuron's setup pages, in GiB."""
_DLAMI = "/aws/service/neuron/dlami/"
"""The images that these pages set up; nothing documents a size for those of ECS and EKS."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the mapped devices with the root device of the image's system."""
    for image in training_image(launch):
        root = _root_device(image)
        devices = [(index, disk) for index, disk in enumerate(launch.node.disks) if "DeviceName" in disk]
        if not root or not devices:
            continue
        path = launch.node.at("BlockDeviceMappings", devices[0][0])
        own = next((disk for _, disk in devices if disk["DeviceName"] == root), None)
        if own is None and devices[0][1]["DeviceName"] in ("/dev/sda1", "/dev/xvda"):
            text = f"{devices[0][1]['DeviceName']} is not the root device of {image.os} images; allowed: {root}"
            yield Hit(text, (*path, "DeviceName"))
        written = as_map((own or {}).get("Ebs")).get("VolumeSize")
        size = as_int(written)
        if not image.path.startswith(_DLAMI):
            continue
        if isinstance(written, Unknown):
            yield cannot_tell(f"whether the root volume has {_SMALLEST_GIB} GiB", written, path)
        if size is not None and size < _SMALLEST_GIB:
            yield Hit(f"the root volume has {size} GiB; allowed: at least {_SMALLEST_GIB} GiB (512 GB)", path)


def _root_device(image: ImagePath) -> str:
    if image.os.startswith("ubuntu"):
        return "/dev/sda1"
    return "/dev/xvda" if image.os.startswith("amazon-linux") else ""


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
