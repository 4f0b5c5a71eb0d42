"""An image that changes by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .scope import training_image


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report images named by a parameter that stands for the newest one; a parameter of one's own is told as info."""
    for image in training_image(launch):
        if image.floating:
            yield Hit(f"the image floats with {image.path}", launch.node.at("ImageId"))
        elif not image.public:
            text = f"the image follows the SSM parameter {image.path}, which is read at every deployment"
            yield Hit(text, launch.node.at("ImageId"), level=Level.INFO)


RULE = Rule(
    id="TRN501",
    title="The image is pinned",
    level=Level.WARNING,
    why="A latest path is read at every stack update: an unrelated change replaces the fleet and its driver versions.",
    source="aws-cdk issues 5675, 7273 and 13925",
    on="launch",
    check=check,
    fix="pin the image id that was tested, per region",
)
