"""DescribeCapacityBlocks and DescribeCapacityBlockStatus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult

from ..ec2 import offers
from ..ec2.request import region_state
from ..filters import matching
from ..paging import page
from ..rules import block_exists
from .block import CapacityBlock

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["HANDLERS"]

_FILTERS = {
    "capacity-block-id": lambda block: block.id,
    "ultraserver-type": lambda block: block.ultraserver_type,
    "availability-zone": lambda block: block.zone,
    "availability-zone-id": lambda block: offers.zone_id(block.state, block.zone),
    "start-date": lambda block: block.start.isoformat(),
    "end-date": lambda block: block.end.isoformat(),
    "create-date": lambda block: block.created.isoformat(),
    "state": lambda block: block.status,
    "interconnect-status": lambda block: block.interconnect,
}


def describe(request: Any) -> ActionResult:
    """Show bought blocks by id or filter, in pages."""
    found, token = _found(request)
    return ActionResult({"CapacityBlocks": [block.answer() for block in found], "NextToken": token})


def status(request: Any) -> ActionResult:
    """Show how much of each block can be used, and whether NeuronLink between its nodes is well."""
    found, token = _found(request)
    return ActionResult({"CapacityBlockStatuses": [_status(block) for block in found], "NextToken": token})


def _found(request: Any) -> tuple[list[CapacityBlock], str | None]:
    state = region_state(request)
    request.error_on_dryrun()
    blocks = [_block(state, item) for item in request._get_param("CapacityBlockIds", [])]
    found = matching(request, blocks or list(state.blocks.values()), _FILTERS, CapacityBlock.tags)
    return page(request, found)


def _block(state: RegionState, block_id: str) -> CapacityBlock:
    try:
        return state.blocks[block_id]
    except KeyError:
        raise block_exists.refusal(block_id) from None


def _status(block: CapacityBlock) -> dict[str, Any]:
    reservation = block.state.reservations[block.reservation_id]
    numbers = {
        "TotalCapacity": reservation.total,
        "TotalAvailableCapacity": reservation.free,
        "TotalUnavailableCapacity": reservation.total - reservation.free - len(reservation.used),
    }
    return {
        "CapacityBlockId": block.id,
        "InterconnectStatus": block.interconnect,
        **numbers,
        "CapacityReservationStatuses": [{"CapacityReservationId": reservation.id, **numbers}],
    }


HANDLERS = {"DescribeCapacityBlocks": describe, "DescribeCapacityBlockStatus": status}
