"""Which nodes the image rules are about."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.image_path import ImagePath
from ...model import Launch
from ...model.image_kinds import group_images
from ...model.images import image_paths

__all__ = ["DLAMI", "systems", "training_image", "vendors_of"]

DLAMI = "AWS Neuron release notes; EKS and DLAMI public SSM parameters (catalog)"


def training_image(launch: Launch) -> Iterator[ImagePath]:
    """Yield the image's SSM parameters when accelerated nodes (or nodes of an unknown type) boot from one."""
    if launch.accelerated or launch.hidden_type is not None:
        yield from image_paths(launch.node)


def systems(launch: Launch) -> set[str]:
    """Return the operating systems that `training_image`, or the image type of the launch's group, tells."""
    found = {image.os for image in training_image(launch)}
    if launch.accelerated or launch.hidden_type is not None:
        found |= {image.kind.os for image in group_images(launch)}
    return found - {""}


def vendors_of(launch: Launch) -> set[str]:
    """Return ``neuron`` and ``nvidia`` as the launch's types need them."""
    found = {info.value("accelerator_vendor") for info in launch.infos}
    return {item for item in found if isinstance(item, str)}
