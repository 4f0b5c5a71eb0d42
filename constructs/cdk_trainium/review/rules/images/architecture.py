"""An image for another processor."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip
from .scope import training_image


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Compare the architecture in the image's path with the type's."""
    images = list(training_image(launch))
    if not images:
        yield Skip("the architecture of an image id is not in a template; trnctl preflight looks")
    for image in images:
        for info in launch.infos:
            own = info.value("architecture")
            if image.architecture and own and image.architecture != own:
                text = f"{info.name} is {own}, the image {image.path} is {image.architecture}"
                yield Hit(text, launch.node.at("ImageId"))


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
