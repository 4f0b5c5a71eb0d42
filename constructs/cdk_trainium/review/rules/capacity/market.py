"""The rules that `constraints.check_market` decides, one per code."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.market import BLOCK_WITHOUT_TARGET, SPOT_WITH_RESERVATION, UNKNOWN_MARKET_TYPE, check_market
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Check, Hit, cannot_tell, from_problem

__all__ = ["BLOCKS", "problems_with"]

BLOCKS = "EC2 User Guide, launch instances using Capacity Blocks for ML"

_PREFERENCE = "CapacityReservationPreference"
_OF_TARGETS = {"capacity-block": BLOCK_WITHOUT_TARGET, "spot": SPOT_WITH_RESERVATION}
"""Market type -> what a target beside it decides."""


def problems_with(code: str) -> Check:
    """Return a check that reports the market problems of one code on every launch."""

    def check(launch: Launch, _context: Context) -> Iterator[Hit]:
        market = launch.market
        if isinstance(market, Unknown) and code == UNKNOWN_MARKET_TYPE:
            owner = launch.group if launch.group is not None and launch.group.purchase is market else None
            path = launch.node.at("InstanceMarketOptions") if owner is None else ("Properties",)
            yield cannot_tell("how the nodes are bought", market, path, owner.resource if owner else None)
        if market is not None and not isinstance(market, str):
            return
        path = launch.node.at("InstanceMarketOptions" if market else "CapacityReservationSpecification")
        if isinstance(launch.targeted, Unknown) and market is not None and _OF_TARGETS.get(market) == code:
            text = f"whether a CapacityReservationTarget stands beside MarketType {market}"
            yield cannot_tell(text, launch.targeted, path)
            return
        for problem in check_market(market, bool(launch.targets), launch.block and market is None):
            hidden = launch.group.reservation.get(_PREFERENCE) if launch.group is not None else None
            if problem.code == code == BLOCK_WITHOUT_TARGET and isinstance(hidden, Unknown):
                yield cannot_tell("whether the group leaves the target to its launch template", hidden, path)
            elif problem.code == code:
                yield from_problem(problem, path)

    return check
