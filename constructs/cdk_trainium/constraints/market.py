"""Market types, reservations and Capacity Blocks: what goes together at launch."""

from __future__ import annotations

from ..errors import Problem
from ..wording import counted

__all__ = [
    "BLOCK_LARGER_THAN_ALLOWED",
    "BLOCK_WITHOUT_TARGET",
    "MARKET_TYPES",
    "SPOT_WITH_RESERVATION",
    "TARGET_WITHOUT_MARKET_TYPE",
    "ULTRASERVER_MULTIPLE",
    "UNKNOWN_MARKET_TYPE",
    "check_block_size",
    "check_market",
    "check_ultraserver_multiple",
]

BLOCK_WITHOUT_TARGET = "TRN301"
_NAME_THE_BLOCK = "set CapacityReservationSpecification: {CapacityReservationTarget: {CapacityReservationId: cr-…}}"
TARGET_WITHOUT_MARKET_TYPE = "TRN302"
SPOT_WITH_RESERVATION = "TRN303"
UNKNOWN_MARKET_TYPE = "TRN304"
BLOCK_LARGER_THAN_ALLOWED = "TRN318"
ULTRASERVER_MULTIPLE = "TRN319"

MARKET_TYPES = ("spot", "capacity-block", "interruptible-capacity-reservation", "on-demand")
"""Market types of EC2's API as botocore 1.44.8 models them; the list grows, so another one is no error."""


def check_market(market: str | None, targeted: bool, block: bool = False) -> list[Problem]:
    """Return what is wrong with a market type and a reservation target together.

    Args:
        market: ``MarketType``; None when it is not stated.
        targeted: whether a reservation id or resource group is targeted.
        block: whether the target is known to be a Capacity Block.

    Source: EC2 User Guide, launch instances using Capacity Blocks.
    """
    found: list[Problem] = []
    if market is not None and market not in MARKET_TYPES:
        allowed = ", ".join(MARKET_TYPES)
        found.append(Problem(UNKNOWN_MARKET_TYPE, "MarketType is none that is known", got=market, allowed=allowed))
    if market == "capacity-block" and not targeted:
        text = "MarketType capacity-block without a CapacityReservationTarget: EC2 refuses the launch"
        found.append(Problem(BLOCK_WITHOUT_TARGET, text, hint=_NAME_THE_BLOCK))
    if market == "spot" and targeted:
        text = "MarketType spot with a CapacityReservationTarget: spot never uses a reservation"
        found.append(Problem(SPOT_WITH_RESERVATION, text, hint="remove one of them"))
    if market is None and targeted and block:
        text = "the target is a Capacity Block, but MarketType is not stated: EC2 refuses the launch"
        hint = "add InstanceMarketOptions: {MarketType: capacity-block}"
        found.append(Problem(TARGET_WITHOUT_MARKET_TYPE, text, allowed="MarketType capacity-block", hint=hint))
    return found


def check_block_size(nodes: int, limit: int) -> Problem | None:
    """Return a problem when ``nodes`` do not fit one Capacity Block of at most ``limit`` nodes."""
    if nodes <= limit:
        return None
    text = "one capacity block holds fewer nodes"
    return Problem(BLOCK_LARGER_THAN_ALLOWED, text, got=counted(nodes, "node"), allowed=f"at most {limit}")


def check_ultraserver_multiple(nodes: int, per_server: int) -> Problem | None:
    """Return a problem when ``nodes`` leave an UltraServer of ``per_server`` nodes partly used; EC2 allows that."""
    if nodes % per_server == 0:
        return None
    text = f"UltraServers of {per_server} are not filled: the rest of one is paid for and not used"
    return Problem(ULTRASERVER_MULTIPLE, text, got=counted(nodes, "node"), allowed=f"a multiple of {per_server}")
