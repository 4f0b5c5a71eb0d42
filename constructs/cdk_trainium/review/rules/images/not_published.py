"""An image path that AWS no longer refreshes."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.retired_images import frozen_since, is_retired
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .scope import DLAMI, training_image


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look the path up among those retired, its system among those frozen."""
    for image in training_image(launch):
        since = frozen_since(context.catalog, image) if image.vendor == "neuron" else ""
        if since:
            text = f"{image.os} Neuron images are frozen since {since}: {image.label}"
        elif is_retired(context.catalog, image.path):
            text = f"{image.label} is no longer published"
        else:
            continue
        yield Hit(text, launch.node.at("ImageId"))


RULE = Rule(
    id="TRN503",
    title="The image is still published",
    level=Level.WARNING,
    why="A retired path resolves to an ageing image, with old drivers and without security fixes, or to nothing.",
    source=DLAMI,
    on="launch",
    check=check,
    fix="use ubuntu-24.04, or amazon-linux-2023 on EKS and ECS",
)
