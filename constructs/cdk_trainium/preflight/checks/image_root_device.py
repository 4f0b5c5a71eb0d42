"""The block devices of the launch fit the image: root device name and snapshot size."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.quantity import quantity
from ..check import Check, Examination, fail, left_to, ok, warn
from ..image import IMAGE_ACTIONS, image_of, with_image
from ..plan import Plan
from ..question import Row


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that write block devices and say which image they launch."""
    return [name for name in with_image(plan) if plan.groups[name].block_devices]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the block devices of one group with those of its image."""
    image = yield from image_of(plan, subject)
    if image is None:
        return left_to("image-exists", "the image does not exist")
    root, has = image.text("RootDeviceName"), _sizes(image)
    devices = plan.groups[subject].block_devices
    for device in devices:
        least = has.get(device.device, 0)
        if device.gib is not None and device.gib < least:
            snapshot = f"the snapshot of {image.text('ImageId')}"
            text = f"{device.device} has {quantity(device.gib)} GiB, {snapshot} needs {quantity(least)}"
            return fail(text, f"ask for at least {least} GiB")
    if all(device.device and device.device != root for device in devices):
        names = ", ".join(device.device for device in devices)
        text = f"{image.text('ImageId')} has its root on {root}, the launch writes {names}: the root keeps its size"
        return warn(text, f"name the root volume {root}")
    return ok(f"root device {root}")


def _sizes(image: Row) -> dict[str, int]:
    devices = [row for row in image.rows("BlockDeviceMappings") if row.has("Ebs")]
    sized = [row for row in devices if row.row("Ebs").has("VolumeSize")]
    return {row.text("DeviceName"): int(row.row("Ebs").number("VolumeSize")) for row in sized}


CHECK = Check(
    id="image-root-device",
    title="The block devices of the launch fit the image",
    why="A volume under another device name than the image's root is a second volume, and the root stays small; a "
    "volume smaller than its snapshot is refused.",
    passes="One device is the image's root device and none is smaller than its snapshot.",
    fails="One is smaller; warns when none is the root device.",
    command="aws ec2 describe-images --image-ids ami-… --query 'Images[].[RootDeviceName,BlockDeviceMappings]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/block-device-mapping-concepts.html",
    inputs=("groups[].block_devices", "groups[].image_id", "groups[].image_parameter"),
    actions=IMAGE_ACTIONS,
    subjects=subjects,
    examine=examine,
)
