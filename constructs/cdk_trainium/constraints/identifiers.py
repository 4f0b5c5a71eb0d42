"""Names and ids whose form AWS prescribes: regions, zones, resources; the one place that knows the patterns."""

from __future__ import annotations

import re

from ..errors import Problem
from ..wording import as_written
from .placeholders import placeholders

__all__ = [
    "BAD_FORM",
    "BLOCK_ID",
    "REGION_PATTERN",
    "RESERVATION_PATTERN",
    "ZONE_ID_PATTERN",
    "ZONE_NAME_PATTERN",
    "check_region",
    "check_reservation_group",
    "check_reservation_id",
    "is_other_id",
    "is_other_text",
    "resource_pattern",
]

BAD_FORM = "TRN001"
BLOCK_ID = "TRN311"

_DIRECTION = "central|(?:north|south)(?:east|west)?|east|west"
_REGION = rf"[a-z]{{2,4}}(?:-[a-z]+)?-(?:{_DIRECTION})-[0-9]"
REGION_PATTERN = rf"({_REGION})"
"""``us-east-2``; the first group is the region."""
ZONE_NAME_PATTERN = rf"({_REGION})(?:[a-z]|-[a-z]+-[0-9]+[a-z]|(?:-wl[0-9]+)?-[a-z]+-wlz-?[0-9]+[a-z]?)"
"""``us-east-2b``; of a Local Zone ``us-west-2-lax-1a``; of a Wavelength Zone ``us-east-1-wl1-bos-wlz-1``.

The first group is the region.
"""
ZONE_ID_PATTERN = r"[a-z]{2,}[0-9]+(?:-[a-z]+[0-9]+)?-az[0-9]+"
"""``use2-az3``, or of a Local Zone ``usw2-lax1-az1``."""
RESERVATION_PATTERN = r"cr-[0-9a-f]{8,17}"
_RESOURCE_GROUP = rf"arn:aws[a-z-]*:resource-groups:({_REGION}):[0-9]{{12}}:group/.+"


def resource_pattern(prefix: str) -> str:
    """Return the pattern of EC2's ids that begin with ``prefix``, such as ``ami``: 8 or 17 hexadecimal digits."""
    return rf"{prefix}-([0-9a-f]{{8}}|[0-9a-f]{{17}})"


def is_other_id(value: object, prefix: str) -> bool:
    """Return whether ``value`` is a text, and no id that begins with ``prefix``; a placeholder passes, and no text."""
    return is_other_text(value, f"{prefix}-")


def is_other_text(value: object, begin: str) -> bool:
    """Return whether ``value`` is a text that does not begin with ``begin``; a placeholder passes, and no text."""
    return isinstance(value, str) and value[: len(begin)] not in ("", begin) and not any(placeholders(value))


def check_region(name: str) -> Problem | None:
    """Return what is wrong with the form of ``name``; a region newer than this release passes."""
    if re.fullmatch(_REGION, name):
        return None
    return Problem(BAD_FORM, "is no name of a region", got=as_written(name), allowed="a name such as us-east-2")


def check_reservation_id(text: str) -> Problem | None:
    """Return what is wrong with ``text`` as the id of the reservation that a launch targets, also of a block's."""
    allowed = "cr-… (8 to 17 hexadecimal digits)"
    if text.startswith("cb-"):
        message = "is the id of the Capacity Block; launches target its reservation"
        hint = "aws ec2 describe-capacity-blocks shows the reservation ids of a block"
        return Problem(BLOCK_ID, message, got=as_written(text), allowed=allowed, hint=hint)
    if re.fullmatch(RESERVATION_PATTERN, text):
        return None
    return Problem(BAD_FORM, "is no id of a capacity reservation", got=as_written(text), allowed=allowed)


def check_reservation_group(text: str, region: str = "") -> Problem | None:
    """Return what is wrong with ``text`` as the ARN of the resource group of reservations that a launch targets.

    Args:
        text: the ARN.
        region: that of the launch. Default: - not known.

    Source: Resource Groups, resource types of the service authorization reference.
    """
    found = re.fullmatch(_RESOURCE_GROUP, text)
    allowed = f"arn:aws:resource-groups:{region or 'REGION'}:ACCOUNT:group/NAME"
    if found is None:
        hint = "one reservation is targeted by CapacityReservationId" if ":capacity-reservation/" in text else ""
        return Problem(BAD_FORM, "is no ARN of a resource group", got=as_written(text, 200), allowed=allowed, hint=hint)
    if region and found.group(1) != region:
        message = f"is a resource group of another region than {region}"
        return Problem(BAD_FORM, message, got=as_written(text, 200), allowed=allowed)
    return None
