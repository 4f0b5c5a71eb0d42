"""An image for other accelerators."""

from __future__ import annotations

from collections.abc import Iterator

from ....catalog import InstanceTypeInfo
from ....constraints.image_path import ImagePath
from ....findings import Level
from ....template import Resource
from ...model import Launch
from ...model.image_kinds import GroupImage, group_images
from ...options import Context
from ...rule import Hit, Path, Rule, Skip
from .scope import DLAMI, training_image, vendors_of


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare vendor and family in the image's path with the accelerators of the type."""
    images, kinds = list(training_image(launch)), list(group_images(launch))
    for kind in kinds:
        yield from _of_group(launch, kind)
    if not images and not kinds:
        yield Skip("what an image id holds is not in a template; trnctl preflight looks")
    for image in images:
        yield from _weaker(launch, image)
        for vendor in vendors_of(launch):
            if image.vendor and image.vendor != vendor:
                names = ", ".join(info.name for info in launch.infos)
                text = f"{names} has {vendor} accelerators, the image {image.label} is for {image.vendor}"
                yield Hit(text, launch.node.at("ImageId"))


def _weaker(launch: Launch, image: ImagePath) -> Iterator[Hit]:
    """Warn of an image without drivers, and of one for another family of the same vendor."""
    where = launch.node.at("ImageId")
    for info in launch.infos:
        if image.plain and info.value("accelerator_vendor"):
            yield _without(info, image.label, where)
        if image.family and info.neuron and info.family != image.family:
            text = f"the image {image.label} is for {image.family}, not for {info.name}"
            yield Hit(text, where, level=Level.WARNING)


def _without(info: InstanceTypeInfo, image: str, where: Path, owner: Resource | None = None) -> Hit:
    vendor = info.value("accelerator_vendor")
    text = f"{info.name} has {vendor} accelerators, {image} is an image without their driver"
    return Hit(text, where, f"use AWS's {vendor} image instead", Level.WARNING, owner)


def _of_group(launch: Launch, image: GroupImage) -> Iterator[Hit]:
    owner = launch.group.resource if launch.group else None
    for info in launch.infos:
        needed = info.value("accelerator_vendor")
        if image.kind.vendor and needed and image.kind.vendor != needed:
            text = f"{info.name} has {needed} accelerators, the image type {image.kind.name} is for {image.kind.vendor}"
            yield Hit(text, image.path, resource=owner)
        if image.kind.plain and needed:
            yield _without(info, image.kind.name, image.path, owner)


RULE = Rule(
    id="TRN506",
    title="The image is made for the accelerators of the type",
    level=Level.ERROR,
    why="A Neuron node with NVIDIA's drivers boots and has no accelerator, and the other way round.",
    source=DLAMI,
    on="launch",
    check=check,
    fix="use an image of the right family",
)
