"""An image type of Amazon Linux 2 after its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.image_kinds import GroupImage, group_images, hidden_kind, kubernetes_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_FIRST_WITHOUT = (1, 33)


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """EKS publishes none for 1.33 or later, Batch makes no ECS environment with one; the others are merely old."""
    for image in group_images(launch):
        if image.kind.os == "amazon-linux-2":
            since = context.catalog.images["frozen_os"]["amazon-linux-2"]["since"]
            yield _judged(launch, image, since)
    hidden = hidden_kind(launch)
    if hidden is not None:
        yield cannot_tell("the system of the image", *hidden, launch.group.resource if launch.group else None)


def _judged(launch: Launch, image: GroupImage, since: str) -> Hit:
    name, version, owner = image.kind.name, kubernetes_of(launch), launch.group.resource if launch.group else None
    if name.startswith("ECS_"):
        text = f"{name}: Batch makes no compute environment with its amazon-linux-2 images"
        return Hit(text, image.path, "name ECS_AL2023, or an image in the launch template", resource=owner)
    if _number(version) >= _FIRST_WITHOUT:
        return Hit(
            f"{name}: no amazon-linux-2 image was published for Kubernetes {version}", image.path, resource=owner
        )
    known = (
        f"Kubernetes {version}"
        if version
        else "the Kubernetes version is not known here, none exists for 1.33 or later"
    )
    text = f"{name}: amazon-linux-2 images are not published since {since} ({known})"
    return Hit(text, image.path, level=Level.WARNING, resource=owner)


def _number(version: str) -> tuple[int, ...]:
    parts = version.split(".")
    return tuple(map(int, parts)) if all(re.fullmatch("[0-9]{1,9}", part) for part in parts) else ()


RULE = Rule(
    id="TRN516",
    title="No group asks its service for an Amazon Linux 2 image",
    level=Level.ERROR,
    why="The last images are of 2025; for Kubernetes 1.33 and later there is none, and the group is refused.",
    source="Amazon EKS User Guide, Amazon Linux 2 end of support; AWS Batch API, Ec2Configuration",
    on="launch",
    check=check,
    fix="use AL2023_x86_64_NEURON, or AL2023_x86_64_NVIDIA for GPUs, and a nodeadm NodeConfig",
)
