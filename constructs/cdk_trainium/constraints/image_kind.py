"""What the image type of an EKS node group or a Batch compute environment tells of its image."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["AMI_TYPES", "BATCH_DEFAULT", "ImageKind", "read_image_kind"]

_SYSTEMS = {
    "AL2023_": "amazon-linux-2023",
    "AL2_": "amazon-linux-2",
    "BOTTLEROCKET_": "bottlerocket",
    "WINDOWS_": "windows",
}
"""Begin of the name, after ``ECS_`` or ``EKS_`` of Batch -> operating system."""

_NVIDIA = ("BOTTLEROCKET_ARM_64_NVIDIA", "BOTTLEROCKET_x86_64_NVIDIA")
_BOTTLEROCKET = ("BOTTLEROCKET_ARM_64", "BOTTLEROCKET_x86_64", *_NVIDIA)
AMI_TYPES = (
    "CUSTOM",
    *("AL2_x86_64", "AL2_x86_64_GPU", "AL2_ARM_64"),
    *("AL2023_x86_64_STANDARD", "AL2023_ARM_64_STANDARD"),
    *("AL2023_x86_64_NEURON", "AL2023_x86_64_NVIDIA", "AL2023_ARM_64_NVIDIA"),
    *(f"{name}{suffix}" for name in _BOTTLEROCKET for suffix in ("", "_FIPS")),
    *(f"WINDOWS_{kind}_{year}_x86_64" for year in (2019, 2022, 2025) for kind in ("CORE", "FULL")),
)
"""``AmiType`` of node groups. Source: AMITypes of the EKS API in botocore 1.44.8; the list grows."""


BATCH_DEFAULT = "ECS_AL2023"
"""What Batch takes where nothing is said, for types without GPU: since January 2026, before it was ``ECS_AL2``."""
_WITHOUT_GPU = ("ECS_AL2", BATCH_DEFAULT)
"""Source: AWS Batch API, Ec2Configuration."""


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
    plain = name in _WITHOUT_GPU or (own.startswith("AL2023_") and "_STANDARD" in own)
    return ImageKind(name, system, vendor, architecture, plain)
