"""Amazon Linux 2 after its end."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule
from .scope import training_image

_FIRST_WITHOUT = (1, 33)


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """An EKS path for 1.33 or later names nothing; earlier ones name the last image; the plain image has no support."""
    for image in training_image(launch):
        if image.os != "amazon-linux-2":
            continue
        since = context.catalog.images["frozen_os"]["amazon-linux-2"]["since"]
        if image.plain:
            end = context.catalog.images["ended_os"]["amazon-linux-2"]["since"]
            text = f"{image.label}: support of Amazon Linux 2 ended on {end}"
            yield Hit(text, launch.node.at("ImageId"), level=Level.WARNING)
        elif image.kubernetes and _version(image.kubernetes) >= _FIRST_WITHOUT:
            text = f"{image.label}: no amazon-linux-2 image was published for Kubernetes 1.33 or later"
            yield Hit(text, launch.node.at("ImageId"))
        else:
            text = f"{image.label}: amazon-linux-2 images are not published since {since}"
            yield Hit(text, launch.node.at("ImageId"), level=Level.WARNING)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


RULE = Rule(
    id="TRN508",
    title="No node boots from Amazon Linux 2",
    level=Level.ERROR,
    why="EKS ended Amazon Linux 2 images on 2025-11-26; paths for 1.33 and later resolve to nothing.",
    source="Amazon EKS User Guide, Amazon Linux 2 end of support",
    on="launch",
    check=check,
    fix="use the amazon-linux-2023 path and a nodeadm NodeConfig",
)
