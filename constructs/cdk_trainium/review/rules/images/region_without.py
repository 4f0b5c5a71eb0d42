"""An image path that the region of the stack does not have."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.regional_images import REGION_WITHOUT_IMAGE, region_without
from ....findings import Level
from ...model import Launch
from ...model.images import image_paths
from ...options import Context
from ...rule import Hit, Rule, Skip


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Look the region up among those that had none of the tree on the catalog's date."""
    region = context.world.region_of(launch.node.resource.template)
    images = image_paths(launch.node)
    if images and not region:
        yield Skip("the region is not known: say it with --region")
    for image in images:
        without = region_without(context.catalog, image.path, region)
        if without is not None and (not image.keys or region in image.keys):
            yield Hit(without.told(image.label, region), launch.node.at("ImageId"))


RULE = Rule(
    id=REGION_WITHOUT_IMAGE,
    title="The region has the SSM parameter of the image",
    level=Level.WARNING,
    why="CloudFormation finds no parameter and refuses the stack; a region gets AWS's images later than its types.",
    source="SSM public parameters per region, dated in the catalog",
    on="launch",
    check=check,
    fix="copy an image into the region and name its id; trnctl preflight asks SSM for today's answer",
)
