"""The platform that a group launches, in the words of capacity reservations."""

from __future__ import annotations

from collections.abc import Generator

from .check import Outcome, fail, unknown
from .image import image_of
from .plan import Plan
from .question import Answer, Question, UnansweredError

__all__ = ["PLATFORMS", "other_platform", "platform_of"]

PLATFORMS = frozenset(
    {
        "Linux with SQL Server Enterprise",
        "Linux with SQL Server Standard",
        "Linux with SQL Server Web",
        "Linux/UNIX",
        "RHEL with HA",
        "RHEL with HA and SQL Server Enterprise",
        "RHEL with HA and SQL Server Standard",
        "RHEL with SQL Server Enterprise",
        "RHEL with SQL Server Standard",
        "RHEL with SQL Server Web",
        "Red Hat Enterprise Linux",
        "SUSE Linux",
        "Ubuntu Pro",
        "Windows",
        "Windows with SQL Server",
        "Windows with SQL Server Enterprise",
        "Windows with SQL Server Standard",
        "Windows with SQL Server Web",
    }
)
"""CapacityReservationInstancePlatform of the EC2 API; images say a platform in other words as well."""
_DEFAULT = "Linux/UNIX"


def platform_of(plan: Plan, subject: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, str]]:
    """Return the platform that one group launches, and what leaves that open; its image decides where one is known."""
    group = plan.groups[subject]
    if not (group.image_id or group.image_parameter):
        return group.platform, "no image is known" if group.platform == _DEFAULT else ""
    try:
        image = yield from image_of(plan, subject)
    except UnansweredError as error:
        return "", str(error)
    if image is None:
        return "", "the image does not exist, see image-exists"
    said = image.text("PlatformDetails", "")
    return said, "" if said else f"EC2 does not tell PlatformDetails of {image.text('ImageId')}"


def other_platform(key: str, has: str, platform: str, why: str) -> list[Outcome]:
    """Judge whether the reservation ``key`` for platform ``has`` takes what `platform_of` returned."""
    if has == platform:
        return []
    if why or not {has, platform} <= PLATFORMS:
        return unknown(f"{key} is for platform {has}: {why or f'whether it takes an image of {platform} is not known'}")
    text = f"{key} is for platform {has}, the group launches {platform}"
    return fail(text, "use a reservation of the platform of the image, or another image")
