"""An image for another processor."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.image_kinds import GroupImage, group_images
from ...options import Context
from ...rule import Hit, Rule, Skip
from .scope import training_image


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare the architecture in the image's path with the type's."""
    images, kinds = list(training_image(launch)), list(group_images(launch))
    for kind in kinds:
        yield from _of_group(launch, kind)
    if not images and not kinds:
        yield Skip("the architecture of an image id is not in a template; trnctl preflight looks")
    for image in images:
        for info in launch.infos:
            own = info.value("architecture")
            if image.architecture and own and image.architecture != own:
                text = f"{info.name} is {own}, the image {image.label} is {image.architecture}"
                yield Hit(text, launch.node.at("ImageId"))


def _of_group(launch: Launch, image: GroupImage) -> Iterator[Hit]:
    for info in launch.infos:
        own = info.value("architecture")
        if image.kind.architecture and own and image.kind.architecture != own:
            text = f"{info.name} is {own}, the image type {image.kind.name} is {image.kind.architecture}"
            yield Hit(text, image.path, resource=launch.group.resource if launch.group else None)


RULE = Rule(
    id="TRN507",
    title="The image has the architecture of the type",
    level=Level.ERROR,
    why="EC2 refuses to launch an arm64 image on an x86_64 type.",
    source="EC2 User Guide, image architecture; eksctl issue 8235",
    on="launch",
    check=check,
    fix="use the x86_64 image",
)
