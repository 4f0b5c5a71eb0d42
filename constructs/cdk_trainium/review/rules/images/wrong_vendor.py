"""An image for other accelerators."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.image_kinds import GroupImage, group_images
from ...options import Context
from ...rule import Hit, Rule, Skip
from .scope import DLAMI, training_image, vendors_of


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare the vendor in the image's path with the accelerators of the type."""
    images, kinds = list(training_image(launch)), list(group_images(launch))
    for kind in kinds:
        yield from _of_group(launch, kind)
    if not images and not kinds:
        yield Skip("what an image id holds is not in a template; trnctl preflight looks")
    for image in images:
        for vendor in vendors_of(launch):
            if image.vendor and image.vendor != vendor:
                names = ", ".join(info.name for info in launch.infos)
                text = f"{names} has {vendor} accelerators, the image {image.label} is for {image.vendor}"
                yield Hit(text, launch.node.at("ImageId"))


def _of_group(launch: Launch, image: GroupImage) -> Iterator[Hit]:
    for info in launch.infos:
        needed = info.value("accelerator_vendor")
        if image.kind.vendor and needed and image.kind.vendor != needed:
            text = f"{info.name} has {needed} accelerators, the image type {image.kind.name} is for {image.kind.vendor}"
            yield Hit(text, image.path, resource=launch.group.resource if launch.group else None)


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
