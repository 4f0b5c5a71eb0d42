"""The image is made for the hardware of the instance type: virtualization, root device and network adapter."""

from __future__ import annotations

from collections.abc import Iterator

from ..check import Check, Examination, Outcome, ask, fail, left_to, ok, unknown
from ..image import IMAGE_ACTIONS, image_of, with_image
from ..plan import Plan
from ..question import Row
from ..questions import instance_type

_USUAL = {"VirtualizationType": "hvm", "RootDeviceType": "ebs", "EnaSupport": True}
"""What images of today are; a type is asked about the others only."""
_LISTS = {"VirtualizationType": "SupportedVirtualizationTypes", "RootDeviceType": "SupportedRootDeviceTypes"}
_ENA = ("required", "supported", "unsupported")


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the image of one group with what EC2 says of its instance type."""
    image = yield from image_of(plan, subject)
    if image is None:
        return left_to("image-exists", "the image does not exist")
    unusual = [member for member, value in _USUAL.items() if _said(image, member) != value]
    if not unusual:
        return ok("hvm, root on EBS, with ENA")
    name = plan.groups[subject].instance_type
    kind = next(iter((yield from ask(instance_type(name)))), None)
    if kind is None:
        return unknown(f"EC2 does not know {name} in {plan.region}, see type-offered-in-region")
    return list(_judged(image, kind, name, unusual)) or ok(f"{name} takes it")


def _judged(image: Row, kind: Row, name: str, unusual: list[str]) -> Iterator[Outcome]:
    key = image.text("ImageId")
    for member in unusual:
        allowed = _allowed(kind, member)
        if _said(image, member) is None and allowed is not None:
            yield from unknown(f"EC2 does not tell {member} of {key}")
        elif allowed is not None and _said(image, member) not in allowed:
            takes = ", ".join(str(one).lower() for one in allowed)
            text = f"{key} has {member} {str(_said(image, member)).lower()}, {name} takes {takes}"
            yield from fail(text, "use an image registered with it, such as one of AWS's of today")


def _said(image: Row, member: str) -> str | bool | None:
    if not image.has(member):
        return None
    return image.flag(member) if member == "EnaSupport" else image.text(member)


def _allowed(kind: Row, member: str) -> tuple[str | bool, ...] | None:
    """Return the values that a type takes of ``member``; None where it takes any."""
    if member in _LISTS:
        return kind.texts(_LISTS[member], always=True)
    return (True,) if kind.row("NetworkInfo").known("EnaSupport", _ENA) == "required" else None


CHECK = Check(
    id="image-hardware",
    title="The image is made for the hardware of the instance type",
    why="Types of today start hvm images with a root on EBS and need ENA: EC2 refuses the launch of any other.",
    passes="The image is hvm, has its root on EBS and is registered with ENA, or the type takes what it has instead.",
    fails="The type does not take its virtualization or root device, or requires ENA; unknown where EC2 does not tell.",
    command="aws ec2 describe-images --image-ids ami-… "
    "--query 'Images[].[VirtualizationType,RootDeviceType,EnaSupport]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/enhanced-networking-ena.html",
    inputs=("groups[].image_id", "groups[].image_parameter", "groups[].instance_type"),
    actions=(*IMAGE_ACTIONS, "ec2:DescribeInstanceTypes"),
    subjects=with_image,
    examine=examine,
)
