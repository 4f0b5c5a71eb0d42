"""The platform of an image, in the words of capacity reservations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["platform_of"]


def platform_of(state: RegionState, image_id: str) -> str:
    """Return ``Linux/UNIX`` unless the image says otherwise."""
    image = state.ec2.amis.get(image_id)
    details = getattr(image, "platform_details", None)
    if details:
        return str(details)
    return "Windows" if image is not None and str(image.platform).lower() == "windows" else "Linux/UNIX"
