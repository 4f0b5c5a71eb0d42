"""An image from before its accelerator."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.retired_images import listed_until
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .scope import DLAMI, training_image


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Compare the month a path was last listed with the first Neuron release for the type."""
    releases = context.catalog.images["neuron_sdk"]["first_release"]
    for image in training_image(launch):
        until = listed_until(context.catalog, image.path)
        for info in launch.infos:
            first = releases.get(info.family)
            if until and first and until < first["released"][:7]:
                text = (
                    f"{image.label} was last listed {until}, before Neuron {first['sdk']} of {first['released']}, "
                    f"the first for {info.family}"
                )
                yield Hit(text, launch.node.at("ImageId"))


RULE = Rule(
    id="TRN509",
    title="The image is newer than the accelerator",
    level=Level.ERROR,
    why="A Neuron driver from before the chip does not find it: the node has no accelerator.",
    source=DLAMI,
    on="launch",
    check=check,
    fix="use an image of a current Neuron release",
)
