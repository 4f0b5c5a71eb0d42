"""The device that an image boots from, by its operating system."""

from __future__ import annotations

import re

__all__ = ["is_of_system", "looks_like_root", "root_device"]

_DEVICES = {
    "ubuntu": "/dev/sda1",
    "amazon-linux": "/dev/xvda",
    "bottlerocket": "/dev/xvda",
    "windows": "/dev/sda1",
}
"""Begin of the system's name -> root device. Source: image families of the catalog; EC2 User Guide, device names."""
_LOOK = re.compile(r"(/dev/)?(sda1?|xvda1?|nvme0n1(p1)?)")
_OF_SYSTEM = re.compile(r"(/dev/)?nvme[0-9]+(n[0-9]+(p[0-9]+)?)?")


def root_device(system: str) -> str:
    """Return the root device of images of ``system``, such as ``amazon-linux-2023``; empty when it is not known."""
    return next((device for begin, device in _DEVICES.items() if system.startswith(begin)), "")


def looks_like_root(name: object) -> bool:
    """Return whether ``name`` is one that people write for a root device: of some image, or as its system shows it."""
    return isinstance(name, str) and _LOOK.fullmatch(name) is not None


def is_of_system(name: object) -> bool:
    """Return whether ``name`` is what Linux calls an NVMe device, which EC2 takes for no volume.

    Source: EC2 User Guide, device names: sd and xvd; sous-chefs/aws issue 384: is not a valid EBS device name.
    """
    return isinstance(name, str) and "nvme" in name and _OF_SYSTEM.fullmatch(name) is not None
