"""The life of a block: paid, delivered, warned of its end, reclaimed, expired."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from moto.autoscaling.models import autoscaling_backends

from ..autoscaling.group import retry
from ..events import record

if TYPE_CHECKING:
    from ..state import RegionState
    from .block import CapacityBlock

__all__ = ["DELIVERED", "INTERRUPTION", "WARNING", "due"]

DELIVERED = ("Capacity Block Reservation Delivered", "Capacity Block Delivered")
"""The older and the newer page's spelling; both are sent, as nobody knows which a rule was written for."""
WARNING = "Capacity Block Expiration Warning"
INTERRUPTION = "EC2 Capacity Reservation Instance Interruption Warning"
_WARNED_BEFORE = timedelta(minutes=10)
"""Before reclaim: 40 minutes before the end of an instance block (documented), 70 of an UltraServer's (inferred)."""

_Due = tuple[datetime, Callable[[], None]]


def due(state: RegionState) -> Iterator[_Due]:
    """Yield the next step of each block with its time."""
    for block in state.blocks.values():
        step = _next(state, block)
        if step:
            yield step


def _next(state: RegionState, block: CapacityBlock) -> _Due | None:
    steps: dict[str, _Due] = {
        "payment-pending": (
            block.created + timedelta(minutes=state.settings.payment_minutes),
            partial(_pay, state, block),
        ),
        "scheduled": (block.start, partial(_deliver, state, block)),
    }
    if block.status != "active":
        return steps.get(block.status)
    if not block.warned:
        return block.reclaim - _WARNED_BEFORE, partial(_warn, state, block)
    if not block.reclaimed:
        return block.reclaim, partial(_reclaim, state, block)
    return block.end, partial(_expire, state, block)


def _pay(state: RegionState, block: CapacityBlock) -> None:
    _become(state, block, "payment-failed" if state.settings.payment_fails else "scheduled")


def _deliver(state: RegionState, block: CapacityBlock) -> None:
    _become(state, block, "active")
    for spelling in DELIVERED:
        _event(state, block, spelling)
    retry(state)


def _warn(state: RegionState, block: CapacityBlock) -> None:
    block.warned = True
    _event(state, block, WARNING)
    for instance in state.reservations[block.reservation_id].used:
        _event(state, block, INTERRUPTION, instance)


def _reclaim(state: RegionState, block: CapacityBlock) -> None:
    """Terminate the nodes; groups whose desired size stands try to replace them, and fail."""
    block.reclaimed = True
    ids = []
    for instance in list(state.reservations[block.reservation_id].used):
        ids.append(instance.id)
        instance.terminate()
        instance._reason = "Server.CapacityBlockReclaimed (simulated; no source publishes the reason)"
    autoscaling_backends[state.account_id][state.region_name].notify_terminate_instances(ids)


def _expire(state: RegionState, block: CapacityBlock) -> None:
    _become(state, block, "expired")


def _become(state: RegionState, block: CapacityBlock, status: str) -> None:
    block.status = state.reservations[block.reservation_id].status = status


def _event(state: RegionState, block: CapacityBlock, detail_type: str, instance: Any = None) -> None:
    reservation = state.reservations[block.reservation_id]
    detail = {
        "availability-zone": block.zone,
        "capacity-block-id": block.id,
        "capacity-reservation-id": reservation.id,
        "capacity-reservation-arn": reservation.arn,
        "instance-type": reservation.instance_type,
        "end-date": f"{block.end:%Y-%m-%dT%H:%M:%SZ}",
    }
    if instance is not None:
        detail |= {"instance-id": instance.id, "instance-action": "terminate"}
    record(state, detail_type, [reservation.arn], detail)
