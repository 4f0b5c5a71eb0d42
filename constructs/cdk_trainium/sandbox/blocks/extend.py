"""Extension of a block: offerings, purchase, history."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..ec2 import offers
from ..ec2.request import region_state
from ..ec2.reservations import find
from ..paging import page
from ..rules import block_extension, block_offering_exists, reservation_exists
from . import standing
from .make import offer

if TYPE_CHECKING:
    from ..state import RegionState
    from .block import CapacityBlock, Offering

__all__ = ["HANDLERS"]


def describe(request: Any) -> ActionResult:
    """Offer to extend the block by the hours asked for, at the price of an hour of it, when nothing forbids it."""
    state, hours = region_state(request), int(request._get_param("CapacityBlockExtensionDurationHours") or 0)
    block = _block(state, request._get_param("CapacityReservationId"))
    block_extension.check(block, hours)
    request.error_on_dryrun()
    reservation = state.reservations[block.reservation_id]
    offering = offer(
        state,
        instance_type=reservation.instance_type,
        zone=block.zone,
        count=reservation.total,
        start=block.end,
        end=block.end + timedelta(hours=hours),
        fee=f"{standing.price(state, reservation.instance_type) * reservation.total * hours:.2f}",
        extends=reservation.id,
    )
    shown, token = page(request, [offering])
    return ActionResult(
        {
            "CapacityBlockExtensionOfferings": [_offered(state, block, item) for item in shown],
            "NextToken": token,
        }
    )


def purchase(request: Any) -> ActionResult:
    """Move the block's end; its reservation id stays."""
    state, now = region_state(request), region_state(request).settings.clock.now()
    block = _block(state, request._get_param("CapacityReservationId"))
    found = block_offering_exists.found(state.offerings, request._get_param("CapacityBlockExtensionOfferingId"), now)
    if found.extends != block.reservation_id:
        raise block_offering_exists.NOT_FOUND.refuse(f"The offering {found.id} does not extend {block.reservation_id}.")
    block_extension.check(block, found.hours)
    request.error_on_dryrun()
    state.offerings.pop(found.id)
    block.end = found.end
    block.warned = block.reclaimed = False
    state.reservations[block.reservation_id].end = found.end
    bought = {key: value for key, value in _offered(state, block, found).items() if key not in _OFFER_ONLY}
    bought["CapacityReservationId"] = block.reservation_id
    bought |= {"CapacityBlockExtensionStatus": "payment-succeeded", "CapacityBlockExtensionPurchaseDate": now}
    state.extensions.append(bought)
    return ActionResult({"CapacityBlockExtensions": [bought]})


def history(request: Any) -> ActionResult:
    """Show the extensions that were bought."""
    state, wanted = region_state(request), request._get_param("CapacityReservationIds", [])
    request.error_on_dryrun()
    found = [item for item in state.extensions if not wanted or item["CapacityReservationId"] in wanted]
    shown, token = page(request, found)
    return ActionResult({"CapacityBlockExtensions": shown, "NextToken": token})


def _block(state: RegionState, reservation_id: str) -> CapacityBlock:
    block_id = find(state, reservation_id).block_id
    if block_id is None:
        raise reservation_exists.refusal(reservation_id)
    return state.blocks[block_id]


def _offered(state: RegionState, block: CapacityBlock, offering: Offering) -> dict[str, Any]:
    return {
        "CapacityBlockExtensionOfferingId": offering.id,
        "InstanceType": offering.instance_type,
        "InstanceCount": offering.count,
        "AvailabilityZone": offering.zone,
        "AvailabilityZoneId": offers.zone_id(state, offering.zone),
        "StartDate": block.start,
        "CapacityBlockExtensionStartDate": offering.start,
        "CapacityBlockExtensionEndDate": offering.end,
        "CapacityBlockExtensionDurationHours": offering.hours,
        "UpfrontFee": offering.fee,
        "CurrencyCode": offering.currency,
        "Tenancy": "default",
    }


_OFFER_ONLY = ("StartDate", "Tenancy")
"""Members of an offering that the extension itself lacks."""

HANDLERS = {
    "DescribeCapacityBlockExtensionOfferings": describe,
    "PurchaseCapacityBlockExtension": purchase,
    "DescribeCapacityBlockExtensionHistory": history,
}
