"""An image path that AWS no longer refreshes."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.retired_images import frozen_since, is_retired, never_listed, of_the_past
from ....findings import Level
from ....wording import nearest
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, unknown
from .scope import DLAMI, training_image


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look the path up among those retired, its system among those frozen; one on no list may be newer than it."""
    for image in training_image(launch):
        where, listed = launch.node.at("ImageId"), never_listed(context.catalog, image.path)
        since = frozen_since(context.catalog, image) if image.vendor == "neuron" else ""
        if since:
            text = f"{image.os} Neuron images are frozen since {since}: {image.label}"
        elif is_retired(context.catalog, image.path):
            text = f"{image.label} is no longer published"
        elif listed and (past := of_the_past(context.catalog, image.path)):
            text = f"{image.label} was never listed, and nothing of {past} was any longer on {listed}"
        elif listed:
            text = f"{image.label} was not listed on {listed}: whether it is published cannot be told"
            yield unknown(text, where, nearest(image.path, context.catalog.images["listed"]["paths"]))
            continue
        else:
            continue
        yield Hit(text, where)


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
