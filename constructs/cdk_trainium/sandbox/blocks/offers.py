"""DescribeCapacityBlockOfferings and PurchaseCapacityBlock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..ec2.request import region_state, tags_for, time_of
from ..paging import page
from ..rules import block_offering_exists, block_offering_request, block_quota, ultraserver_allowed
from . import standing
from .make import purchased

if TYPE_CHECKING:
    from ..state import RegionState
    from .block import Offering

__all__ = ["HANDLERS"]


def describe(request: Any) -> ActionResult:
    """Show what is on offer and fits; durations may differ from the one asked for, as in EC2."""
    state, params = region_state(request), request.params
    ultraserver_allowed.check(state, params.get("UltraserverType"))
    block_offering_request.check(state, params)
    for name in block_offering_request.wanted(params):
        block_quota.check_search(state, name)
    request.error_on_dryrun()
    count = int(params.get("InstanceCount") or 1)
    names, ultraserver = block_offering_request.wanted(params), params.get("UltraserverType")
    standing.fill(state, names, ultraserver, count, int(params["CapacityDurationHours"]))
    found, token = page(request, sorted(_fitting(state, request), key=lambda item: (item.start, item.id)))
    return ActionResult({"CapacityBlockOfferings": [item.answer() for item in found], "NextToken": token})


def purchase(request: Any) -> ActionResult:
    """Buy what an offering holds; there is no way back."""
    state, now = region_state(request), region_state(request).settings.clock.now()
    offering = block_offering_exists.found(state.offerings, request._get_param("CapacityBlockOfferingId"), now)
    block_quota.check_purchase(state, offering.instance_type, offering.count)
    request.error_on_dryrun()
    state.offerings.pop(offering.id)
    block = purchased(
        state,
        instance_type=offering.instance_type,
        zone=offering.zone,
        count=offering.count,
        start=offering.start,
        end=offering.end,
        platform=request._get_param("InstancePlatform"),
        ultraserver_type=offering.ultraserver_type,
        status="payment-pending",
        tags=tags_for(request, "capacity-reservation"),
    )
    reservation = state.reservations[block.reservation_id].answer()
    return ActionResult(
        {"CapacityReservation": reservation, "CapacityBlocks": [block.answer()], "CapacityReservations": [reservation]}
    )


def _fitting(state: RegionState, request: Any) -> Iterator[Offering]:
    params = request.params
    names, ultraserver = block_offering_request.wanted(params), params.get("UltraserverType")
    count = params.get("InstanceCount")
    earliest, latest = time_of(request, "StartDateRange"), time_of(request, "EndDateRange")
    hours = int(params["CapacityDurationHours"])
    for item in state.offerings.values():
        fits = (
            item.extends is None
            and (item.ultraserver_type == ultraserver if ultraserver else item.instance_type in names)
            and (ultraserver or not item.ultraserver_type)
            and (not count or item.count == int(count))
            and (not earliest or item.end > earliest)
            and (not latest or item.end <= latest)
            and item.end > state.settings.clock.now()
            and abs(item.hours - hours) <= _NEAR_HOURS
        )
        if fits:
            yield item


_NEAR_HOURS = 24
"""Field report of 2026-10: 24 hours asked, 8, 24 and 32 offered."""

HANDLERS = {"DescribeCapacityBlockOfferings": describe, "PurchaseCapacityBlock": purchase}
