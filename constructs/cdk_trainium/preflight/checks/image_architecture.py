"""The image runs on the instance type: architecture and boot mode."""

from __future__ import annotations

from collections.abc import Generator

from ...demand.model import Group
from ..check import Check, Examination, ask, fail, left_to, ok, unknown
from ..image import IMAGE_ACTIONS, image_of, with_image
from ..plan import Plan
from ..question import Answer, Question
from ..questions import instance_type

BOOT_MODES = {"legacy-bios": ("legacy-bios",), "uefi": ("uefi",), "uefi-preferred": ("uefi", "legacy-bios")}


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the image of one group with its instance type."""
    group = plan.groups[subject]
    image = yield from image_of(plan, subject)
    if image is None:
        return left_to("image-exists", "the image does not exist")
    has, takes = image.text("Architecture"), (yield from _architectures(plan, group))
    if not takes:
        return unknown(f"EC2 does not know {group.instance_type} in {plan.region}, see type-offered-in-region")
    if has not in takes:
        text = f"{image.text('ImageId')} is for {has}, {group.instance_type} runs {', '.join(takes)}"
        return fail(text, f"filter images by architecture, or name the {' or '.join(takes)} one")
    info = plan.info(group)
    modes = info.value("boot_modes") if info else None
    mode = image.known("BootMode", BOOT_MODES) if image.has("BootMode") else ""
    if modes and mode and not set(BOOT_MODES[mode]) & set(modes):
        text = f"{image.text('ImageId')} boots {mode}, {group.instance_type} boots {', '.join(modes)}"
        return fail(text, "register the image with another boot mode")
    return ok(f"{has}{', ' + mode if mode else ''}")


def _architectures(plan: Plan, group: Group) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, ...]]:
    info = plan.info(group)
    known = info.value("architecture") if info else None
    if known:
        return (str(known),)
    answer = yield from ask(instance_type(group.instance_type))
    return tuple(one for row in answer for one in row.row("ProcessorInfo").texts("SupportedArchitectures", always=True))


CHECK = Check(
    id="image-architecture",
    title="The image runs on the instance type",
    why="Name filters without an architecture find an arm64 image one day, and EC2 refuses the launch.",
    passes="Architecture and boot mode of the image are among those of the type.",
    fails="One is not.",
    command="aws ec2 describe-images --image-ids ami-… --query 'Images[].[Architecture,BootMode]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-boot.html",
    inputs=("groups[].image_id", "groups[].image_parameter", "groups[].instance_type"),
    actions=(*IMAGE_ACTIONS, "ec2:DescribeInstanceTypes"),
    subjects=with_image,
    examine=examine,
)
