"""An SSM parameter that holds no image id."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.image_parameter import NO_IMAGE_ID, check_image_parameter
from ....findings import Level
from ...model import Launch
from ...model.images import image_paths
from ...options import Context
from ...rule import Hit, Rule, from_problem
from .scope import DLAMI


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the last part of AWS's public parameters with the one that holds the id."""
    for image in image_paths(launch.node):
        problem = check_image_parameter(image.path)
        if problem is not None:
            yield from_problem(problem, launch.node.at("ImageId"))


RULE = Rule(
    id=NO_IMAGE_ID,
    title="The SSM parameter of an image holds an image id",
    level=Level.ERROR,
    why="CloudFormation finds no such parameter, or EC2 gets JSON or a version where it takes an id: the stack fails.",
    source=f"{DLAMI}; Amazon ECS Developer Guide, retrieve ECS-optimized image metadata",
    on="launch",
    check=check,
    fix="name the parameter that ends with /image_id",
)
