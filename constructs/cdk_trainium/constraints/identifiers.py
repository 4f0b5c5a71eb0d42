"""Names and ids whose form AWS prescribes: regions and capacity reservations."""

from __future__ import annotations

import re

from ..errors import Problem

__all__ = ["BAD_FORM", "BLOCK_ID", "check_region", "check_reservation_id"]

BAD_FORM = "TRN001"
BLOCK_ID = "TRN311"

_DIRECTION = "central|(?:north|south)(?:east|west)?|east|west"
_REGION = re.compile(rf"[a-z]{{2,4}}(-[a-z]+)?-({_DIRECTION})-\d")
_RESERVATION = re.compile(r"cr-[0-9a-f]{8,17}")


def check_region(name: str) -> Problem | None:
    """Return what is wrong with the form of ``name``; a region newer than this release passes."""
    if _REGION.fullmatch(name):
        return None
    return Problem(BAD_FORM, "is no name of a region", got=repr(name), allowed="a name such as us-east-2")


def check_reservation_id(text: str) -> Problem | None:
    """Return what is wrong with ``text`` as the id of the reservation that a launch targets, also of a block's."""
    allowed = "cr-… (8 to 17 hexadecimal digits)"
    if text.startswith("cb-"):
        message = "is the id of the Capacity Block; launches target its reservation"
        hint = "aws ec2 describe-capacity-blocks shows the reservation ids of a block"
        return Problem(BLOCK_ID, message, got=repr(text), allowed=allowed, hint=hint)
    if _RESERVATION.fullmatch(text):
        return None
    return Problem(BAD_FORM, "is no id of a capacity reservation", got=repr(text), allowed=allowed)
