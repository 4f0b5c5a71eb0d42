"""The image must exist in the region and be of the type's architecture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

MISSING = Rule(
    id="image-missing",
    title="A launch without an image is refused.",
    code="MissingParameter",
    source="EC2 API: 'The request must contain the parameter ImageId'",
)
UNKNOWN = Rule(
    id="image-known",
    title="An image that does not exist in the region is refused.",
    code="InvalidAMIID.NotFound",
    source="EC2 API error codes: InvalidAMIID.NotFound; message as quoted in public reports",
)
RULE = Rule(
    id="image-architecture",
    title="An image of another architecture than the type's is refused.",
    code="InvalidParameterValue",
    source="EC2's answer as quoted in public reports: 'The architecture … does not match the architecture …'",
)
HARDWARE = Rule(
    id="image-hardware",
    title="An image of a virtualization or with a root device that the type does not take is refused.",
    code="InvalidParameterCombination",
    source="EC2 API, DescribeInstanceTypes: SupportedVirtualizationTypes, SupportedRootDeviceTypes; no source names "
    "a code",
    sourced=False,
)
_WORDS = ("hvm", "paravirtual", "ebs", "instance-store")
"""EC2's own; moto has others for images that it is not told of."""


def check(launch: Launch) -> None:
    """Refuse an image that the node cannot boot."""
    from ..ec2 import offers

    image_id = launch.data.get("ImageId")
    if not image_id:
        raise MISSING.refuse("The request must contain the parameter ImageId")
    image = launch.state.ec2.amis.get(image_id)
    if image is None:
        raise UNKNOWN.refuse(f"The image id '[{image_id}]' does not exist")
    info = offers.type_info(launch.instance_type) or {}
    _check_hardware(image, info, launch.instance_type)
    allowed = info.get("ProcessorInfo", {}).get("SupportedArchitectures", [])
    if allowed and image.architecture not in allowed:
        raise RULE.refuse(
            f"The architecture '{allowed[0]}' of the specified instance type does not match the architecture "
            f"'{image.architecture}' of the specified AMI. Specify an instance type and an AMI that have matching "
            "architectures, and try again. You can use 'describe-instance-types' or 'describe-images' to discover "
            "the architecture of the instance type or AMI."
        )


def _check_hardware(image: Any, info: Mapping[str, Any], name: str) -> None:
    for has, member in (
        (image.virtualization_type, "SupportedVirtualizationTypes"),
        (image.root_device_type, "SupportedRootDeviceTypes"),
    ):
        allowed = info.get(member) or [has]
        if has in _WORDS and has not in allowed:
            raise HARDWARE.refuse(f"{name} takes {', '.join(allowed)}, the AMI has {has}")
