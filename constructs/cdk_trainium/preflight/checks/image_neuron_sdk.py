"""The image is new enough for the accelerator: its Neuron driver knows the chip."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ..check import Check, Examination, Outcome, info, left_to, ok, warn
from ..image import IMAGE_ACTIONS, families_said, image_of, with_image
from ..plan import Plan
from ..question import Row

OLD = timedelta(days=180)


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups with Neuron accelerators that say which image they launch."""
    return [name for name in with_image(plan) if (entry := plan.info(plan.groups[name])) and entry.neuron]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the age of the image of one group with the first Neuron SDK that knows its type."""
    image = yield from image_of(plan, subject)
    if image is None:
        return left_to("image-exists", "the image does not exist")
    family = plan.groups[subject].instance_type.partition(".")[0]
    first = plan.catalog.images["neuron_sdk"]["first_release"].get(family)
    made = image.time("CreationDate")
    if made is None:
        return warn(
            f"{image.text('ImageId')} tells no creation date: its Neuron driver cannot be judged", "ask its maker"
        )
    return _judged(image, made, family, first, plan.now)


def _judged(image: Row, made: datetime, family: str, first: dict[str, Any] | None, now: datetime) -> list[Outcome]:
    key, name = image.text("ImageId"), image.text("Name", "")
    if first and made.date().isoformat() < first["released"]:
        release = f"Neuron {first['sdk']} of {first['released']}, the first for {family}"
        text = f"{key} ({name}) was made on {made.date()}, before {release}"
        return warn(
            text, "use a newer Neuron image: the mismatch shows only in nrt_init on the node", made=str(made.date())
        )
    if "neuron" not in f"{name} {image.text('Description', '')}".lower():
        return warn(
            f"{key} ({name}) does not say that it holds Neuron: its driver cannot be verified", "check it on a node"
        )
    named = families_said(image)
    if named and not family.startswith(tuple(one.lower() for one in named)):  # Trn2 is said of trn2u as well
        text = f"{key} ({name}) says that it is for {', '.join(named)}, which {family} is not among"
        return warn(text, f"use an image whose description names {family}", named=named)
    if now - made > OLD:
        return info(f"{key} ({name}) was made on {made.date()}, more than 180 days ago", made=str(made.date()))
    return ok(f"{key} ({name}), made on {made.date()}")


CHECK = Check(
    id="image-neuron-sdk",
    title="The Neuron SDK of the image knows the accelerator",
    why="Driver and runtime must know the chip; an older image starts and fails in nrt_init.",
    passes="The image was made after the first Neuron release for the type and says that it holds Neuron; it names the "
    "type's family, or none.",
    fails="Warns when it was made before, names other types only, or not Neuron: image data carry no SDK version.",
    command="aws ec2 describe-images --image-ids ami-… --query 'Images[].[Name,Description,CreationDate]'",
    source="https://awsdocs-neuron.readthedocs-hosted.com/en/latest/release-notes/index.html",
    inputs=("groups[].image_id", "groups[].image_parameter", "groups[].instance_type"),
    actions=IMAGE_ACTIONS,
    subjects=subjects,
    examine=examine,
)
