"""Tenancy: whose hardware nodes share. Capacity that is reserved takes launches of its own tenancy only."""

from __future__ import annotations

from ..errors import Problem

__all__ = ["BLOCK_TENANCY", "DEFAULT_TENANCY", "OTHER_LAUNCHES", "check_tenancy"]

BLOCK_TENANCY = "TRN356"
OTHER_LAUNCHES = "TRN351"
DEFAULT_TENANCY = "default"
"""That of every Capacity Block, and of what says nothing of it. Source: EC2 User Guide, Capacity Blocks."""


def check_tenancy(tenancy: str, said: str, reserved: str = DEFAULT_TENANCY, reservation: str = "") -> Problem | None:
    """Return a problem when reserved capacity takes no launch of ``tenancy``.

    Args:
        tenancy: that of the launch; one that asks for none has its VPC's.
        said: what decides it, as a clause.
        reserved: tenancy of the capacity.
        reservation: its name. Default: - it is a block

    Source: EC2 User Guide, On-Demand Capacity Reservations; Amazon VPC User Guide, instance tenancy.
    """
    if tenancy == reserved:
        return None
    what = f"reservation {reservation}" if reservation else "a capacity block"
    code = OTHER_LAUNCHES if reservation else BLOCK_TENANCY
    text = f"{what} is of tenancy {reserved}, the launch of another: {said}"
    return Problem(code, text, allowed=reserved)
