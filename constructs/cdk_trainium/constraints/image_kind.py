"""What the image type of an EKS node group or a Batch compute environment tells of its image."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ImageKind", "read_image_kind"]

_SYSTEMS = {
    "AL2023_": "amazon-linux-2023",
    "AL2_": "amazon-linux-2",
    "BOTTLEROCKET_": "bottlerocket",
    "WINDOWS_": "windows",
}
"""Begin of the name, after ``ECS_`` or ``EKS_`` of Batch -> operating system."""


class ImageKind(NamedTuple):
    """One ``AmiType`` of EKS or ``ImageType`` of Batch; empty members are not told by its name."""

    name: str
    os: str = ""
    vendor: str = ""
    """``neuron`` or ``nvidia``."""
    architecture: str = ""
    """``x86_64`` or ``arm64``."""
    plain: bool = False
    """Whether it is the image without drivers of accelerators, beside which AWS publishes those with them."""


def read_image_kind(name: str) -> ImageKind:
    """Return what ``name`` tells. Source: EKS API, AMITypes; Batch API, Ec2Configuration."""
    own = name.removeprefix("ECS_").removeprefix("EKS_")
    system = next((found for begin, found in _SYSTEMS.items() if f"{own}_".startswith(begin)), "")
    vendor = next((word.lower() for word in ("NEURON", "NVIDIA") if word in own), "")
    architecture = "arm64" if "_ARM_64" in own else "x86_64" if "_x86_64" in own else ""
    return ImageKind(name, system, vendor, architecture, plain=own.startswith("AL2023_") and "_STANDARD" in own)
