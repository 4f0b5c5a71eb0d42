"""Owners of images that the organization allows."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import OneOf
from ...model import Launch
from ...model.images import image_paths
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """AWS's public parameters belong to amazon; who owns an image id is not in a template."""
    allowed = context.options.policy.image_owners
    if allowed is None:
        yield Skip("no policy says whose images are allowed")
        return
    if not launch.may_be_accelerated:
        return
    images, path = image_paths(launch.node), launch.node.at("ImageId")
    image = launch.node.image
    several = len(image.choices) if isinstance(image, OneOf) else 1
    if sum(len(item.keys) or 1 for item in images if item.public) < several:
        yield unknown("who owns the image is not in the template", path, "trnctl preflight asks EC2")
    if launch.infos and "amazon" not in allowed and any(item.public for item in images):
        yield Hit(f"the image belongs to amazon; allowed: {', '.join(allowed) or 'none'}", path)


RULE = Rule(
    id="TRN808",
    title="The image belongs to an allowed owner",
    level=Level.ERROR,
    why="An image of a stranger runs with the node's role on all of the data.",
    source="the organization's policy file",
    on="launch",
    check=check,
    fix="use an image of an allowed owner",
)
