"""The image exists in this region, is available and not deprecated."""

from __future__ import annotations

from ..check import Check, Examination, fail, ok, warn
from ..image import IMAGE_ACTIONS, image_of, with_image
from ..plan import Plan

_STATES = ("available", "deregistered", "disabled", "error", "failed", "invalid", "pending", "transient")


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the image of one group."""
    group = plan.groups[subject]
    image = yield from image_of(plan, subject)
    if image is None:
        name = group.image_id or group.image_parameter
        return fail(f"no image {name} in {plan.region} for this account", "image ids differ from region to region")
    key, state = image.text("ImageId"), image.known("State", _STATES)
    if state != "available":
        return fail(f"{key} is {state}", "use another image")
    gone = image.time("DeprecationTime")
    if gone is not None and gone <= plan.now:
        return warn(f"{key} ({image.text('Name')}) is deprecated since {gone.date()}", "use a newer image")
    return ok(f"{key} is {image.text('Name', 'unnamed')}")


CHECK = Check(
    id="image-exists",
    title="The image exists in this region and is available",
    why="Image ids are regional, and images are deprecated and withdrawn.",
    passes="The account sees the image, it is available and not past its deprecation.",
    fails="It is not seen or not available; warns when it is deprecated.",
    command="aws ec2 describe-images --image-ids ami-… --include-deprecated",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html",
    inputs=("groups[].image_id", "groups[].image_parameter"),
    actions=IMAGE_ACTIONS,
    subjects=with_image,
    examine=examine,
)
