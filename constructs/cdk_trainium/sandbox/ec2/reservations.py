"""CreateCapacityReservation, ModifyCapacityReservation, CancelCapacityReservation, and both views of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult
from moto.ec2.utils import random_id

from ..filters import matching
from ..paging import page
from ..rules import (
    on_demand_capacity,
    reservation_change,
    reservation_exists,
    reservation_group,
    reservation_request,
    vcpu_limit,
)
from . import offers
from .request import region_state, tags_for, time_of
from .reservation import CapacityReservation

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["HANDLERS", "find"]

_FILTERS = {
    "instance-type": lambda item: item.instance_type,
    "owner-id": lambda item: item.state.account_id,
    "instance-platform": lambda item: item.platform,
    "availability-zone": lambda item: item.zone,
    "availability-zone-id": lambda item: offers.zone_id(item.state, item.zone),
    "tenancy": lambda item: item.tenancy,
    "state": lambda item: item.status,
    "start-date": lambda item: item.start.isoformat(),
    "end-date": lambda item: item.end.isoformat() if item.end else None,
    "end-date-type": lambda item: "limited" if item.end else "unlimited",
    "instance-match-criteria": lambda item: item.match,
    "placement-group-arn": lambda item: item.placement_group_arn,
    "capacity-reservation-id": lambda item: item.id,
}


def create(request: Any) -> ActionResult:
    """Reserve capacity on demand, at once; open to all launches that match unless ``targeted``."""
    state, get = region_state(request), request._get_param
    instance_type, count = get("InstanceType"), int(get("InstanceCount") or 0)
    named = get("AvailabilityZone") or offers.zone_name(state, get("AvailabilityZoneId"))
    zone = reservation_request.check(state, instance_type, named, count)
    reservation_group.check(state, get("PlacementGroupArn"), zone)
    vcpu_limit.check_reservation(state, instance_type, count)
    on_demand_capacity.check(state, instance_type, zone, count)
    request.error_on_dryrun()
    now = state.settings.clock.now()
    reservation = CapacityReservation(
        state,
        random_id("cr"),
        instance_type,
        zone,
        count,
        platform=get("InstancePlatform"),
        tenancy=get("Tenancy") or "default",
        match=get("InstanceMatchCriteria") or "open",
        created=now,
        start=now,
        end=time_of(request, "EndDate"),
        placement_group_arn=get("PlacementGroupArn"),
        ebs_optimized=bool(get("EbsOptimized")),
    )
    state.reservations[reservation.id] = reservation
    state.ec2.create_tags([reservation.id], tags_for(request, "capacity-reservation"))
    return ActionResult({"CapacityReservation": reservation.answer()})


def modify(request: Any) -> ActionResult:
    """Change count, end or match criteria of an active ODCR."""
    state, get = region_state(request), request._get_param
    reservation = find(state, get("CapacityReservationId"))
    count = int(get("InstanceCount") or reservation.total)
    reservation_change.check(reservation, count)
    if count > reservation.total:
        vcpu_limit.check_reservation(state, reservation.instance_type, count - reservation.total)
        on_demand_capacity.check(state, reservation.instance_type, reservation.zone, count - reservation.total)
    request.error_on_dryrun()
    reservation.total = count
    reservation.match = get("InstanceMatchCriteria") or reservation.match
    if get("EndDateType") == "unlimited":
        reservation.end = None
    else:
        reservation.end = time_of(request, "EndDate") or reservation.end
    return ActionResult({"Return": True})


def cancel(request: Any) -> ActionResult:
    """Give an ODCR back; instances in it keep running on demand."""
    reservation = find(region_state(request), request._get_param("CapacityReservationId"))
    reservation_change.check(reservation, reservation.total)
    request.error_on_dryrun()
    reservation.status = "cancelled"
    for instance in reservation.used:
        instance.capacity_reservation_id = None
    return ActionResult({"Return": True})


def describe(request: Any) -> ActionResult:
    """Show reservations by id or filter, in pages."""
    state = region_state(request)
    request.error_on_dryrun()
    wanted = request._get_param("CapacityReservationIds", [])
    items = [find(state, item) for item in wanted] or list(state.reservations.values())
    found, token = page(request, matching(request, items, _FILTERS, CapacityReservation.tags))
    return ActionResult({"CapacityReservations": [item.answer() for item in found], "NextToken": token})


def usage(request: Any) -> ActionResult:
    """Show who uses one reservation."""
    reservation = find(region_state(request), request._get_param("CapacityReservationId"))
    request.error_on_dryrun()
    used = len(reservation.used)
    owner = {"AccountId": reservation.state.account_id, "UsedInstanceCount": used}
    return ActionResult(
        {
            "CapacityReservationId": reservation.id,
            "InstanceType": reservation.instance_type,
            "TotalInstanceCount": reservation.total,
            "AvailableInstanceCount": reservation.free,
            "State": reservation.status,
            "InstanceUsages": [owner] if used else [],
        }
    )


def find(state: RegionState, reservation_id: str) -> CapacityReservation:
    """Return the reservation with this id, or refuse."""
    try:
        return state.reservations[reservation_id]
    except KeyError:
        raise reservation_exists.refusal(reservation_id) from None


HANDLERS = {
    "CreateCapacityReservation": create,
    "ModifyCapacityReservation": modify,
    "CancelCapacityReservation": cancel,
    "DescribeCapacityReservations": describe,
    "GetCapacityReservationUsage": usage,
}
