"""An image that changes by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import SsmValue
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, unknown
from .scope import training_image

_PIN = "pin the image id that was tested, per region"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report images named by a parameter that stands for the newest one; a parameter of one's own is told as info."""
    where, image = launch.node.at("ImageId"), launch.node.image
    for found in training_image(launch):
        if found.floating:
            yield Hit(f"the image floats with {found.label}", where)
        elif "${" in found.path and not found.version:
            yield unknown(f"whether the image floats with {found.label} cannot be told", where, _PIN)
        elif not found.public and not found.version:
            text = f"the image follows the SSM parameter {found.label}, which is read at every deployment"
            yield Hit(text, where, level=Level.INFO)
    if isinstance(image, SsmValue) and not image.path and (launch.accelerated or launch.hidden_type is not None):
        yield unknown(
            f"whether the image floats cannot be told: {image.reason}, from a path that is not here", where, _PIN
        )


RULE = Rule(
    id="TRN501",
    title="The image is pinned",
    level=Level.WARNING,
    why="A latest path is read at every stack update: an unrelated change replaces the fleet and its driver versions.",
    source="aws-cdk issues 5675, 7273 and 13925",
    on="launch",
    check=check,
    fix=_PIN,
)
