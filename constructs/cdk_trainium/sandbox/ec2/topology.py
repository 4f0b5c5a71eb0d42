"""DescribeInstanceTopology and DescribeCapacityReservationTopology: who is near whom, in three layers."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..filters import matching
from ..paging import page
from ..rules import topology_ids
from . import offers, usage
from .request import region_state
from .reservations import find

if TYPE_CHECKING:
    from ..state import RegionState
    from .reservation import CapacityReservation

__all__ = ["HANDLERS", "SUPPORTED"]

SUPPORTED = ("trn1.2xlarge", "trn1.32xlarge", "trn1n.32xlarge", "trn2.48xlarge", "trn2u.48xlarge")
"""Types of Trainium that the API covers; trn2.3xlarge is not listed."""
_OTHERS = ("p3dn.", "p4d.", "p4de.", "p5.", "p5e.", "p5en.", "p6-", "g6.", "hpc")
_FOUR_LAYERS = ("p6-b200", "p6-b300")
_LEAF = 8
"""Nodes under one network node of the last layer: made up, the real number is not published."""


def instances(request: Any) -> ActionResult:
    """Show the network nodes above each instance, the nearest last."""
    state, get = region_state(request), request._get_param
    ids, groups = get("InstanceIds", []), get("GroupNames", [])
    topology_ids.check_instances(ids, groups)
    request.error_on_dryrun()
    found = [item for item in usage.instances(state) if item.instance_type.startswith((*SUPPORTED, *_OTHERS))]
    found = [item for item in found if not ids or item.id in ids]
    found = [item for item in found if not groups or item.placement.group_name in groups]
    filters = {
        "instance-type": lambda item: item.instance_type,
        "availability-zone": lambda item: item.placement.zone,
        "zone-id": lambda item: item.placement.availability_zone_id,
    }
    shown, token = page(request, matching(request, found, filters, lambda _: {}), default=20)
    return ActionResult({"Instances": [_instance(state, item) for item in shown], "NextToken": token})


def reservations(request: Any) -> ActionResult:
    """Show the network nodes above each reservation that is pending or active."""
    state, ids = region_state(request), request._get_param("CapacityReservationIds", [])
    topology_ids.check_reservations(ids)
    request.error_on_dryrun()
    found = [find(state, item) for item in ids] or list(state.reservations.values())
    found = [item for item in found if item.status in ("pending", "active")]
    filters = {
        "instance-type": lambda item: item.instance_type,
        "availability-zone": lambda item: item.zone,
    }
    shown, token = page(request, matching(request, found, filters, lambda item: item.tags()), default=20)
    return ActionResult({"CapacityReservations": [_reservation(item) for item in shown], "NextToken": token})


def _instance(state: RegionState, instance: Any) -> dict[str, Any]:
    reservation = state.reservations.get(instance.capacity_reservation_id or "")
    block = state.blocks.get(reservation.block_id or "") if reservation else None
    peers = [item.id for item in usage.instances(state) if _domain(item) == _domain(instance)]
    return {
        "InstanceId": instance.id,
        "InstanceType": instance.instance_type,
        "GroupName": instance.placement.group_name or None,
        "NetworkNodes": _nodes(instance.instance_type, _domain(instance), peers.index(instance.id)),
        "AvailabilityZone": instance.placement.zone,
        "ZoneId": instance.placement.availability_zone_id,
        "CapacityBlockId": block.id if block and block.ultraserver_type else None,
    }


def _domain(instance: Any) -> str:
    """What is placed together: a placement group, a reservation, else the node alone."""
    return str(instance.placement.group_name or instance.capacity_reservation_id or instance.id)


def _reservation(item: CapacityReservation) -> dict[str, Any]:
    group = (item.placement_group_arn or "").rpartition("/")[2]
    return {
        "CapacityReservationId": item.id,
        "CapacityBlockId": item.block_id,
        "State": item.status,
        "InstanceType": item.instance_type,
        "GroupName": group or None,
        "NetworkNodes": _nodes(item.instance_type, group or item.id, 0)[:1],
        "AvailabilityZoneId": offers.zone_id(item.state, item.zone),
        "AvailabilityZone": item.zone,
    }


def _nodes(instance_type: str, domain: str, index: int) -> list[str]:
    layers = 4 if instance_type.startswith(_FOUR_LAYERS) else 3
    upper = [f"{domain}/{layer}" for layer in range(layers - 1)]
    return [
        "nn-" + hashlib.sha256(text.encode()).hexdigest()[:17] for text in (*upper, f"{domain}/leaf{index // _LEAF}")
    ]


HANDLERS = {"DescribeInstanceTopology": instances, "DescribeCapacityReservationTopology": reservations}
