"""StartInstances: a node that starts again needs quota and capacity as one that is launched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from moto.core.responses import ActionResult
from moto.ec2.responses import EC2Response

from ..rules import on_demand_capacity, vcpu_limit
from .request import region_state

__all__ = ["HANDLERS"]

_moto_start: Callable[[Any], ActionResult] = EC2Response.start_instances


def start_instances(request: Any) -> ActionResult:
    """Start stopped nodes, or none of them."""
    state, ids = region_state(request), request._get_param("InstanceIds", [])
    found = [state.ec2.get_instance_by_id(key) for key in ids]
    stopped = [node for node in found if node is not None and node.state == "stopped"]
    # Within a reservation the slot is theirs still: stopping does not give it back here.
    wanted = Counter(
        (node.instance_type, node.placement.zone, node.lifecycle)
        for node in stopped
        if not node.capacity_reservation_id and node.lifecycle in (None, "spot")
    )
    for kind in {name for name, _, _ in wanted}:
        _check_quotas(state, kind, wanted)
    for (name, zone, _), count in wanted.items():
        on_demand_capacity.check(state, name, zone, count)
    return _moto_start(request)


def _check_quotas(state: Any, name: str, wanted: Counter[tuple[str, str, str | None]]) -> None:
    def total(lifecycle: str | None) -> int:
        return sum(count for (kind, _, how), count in wanted.items() if (kind, how) == (name, lifecycle))

    vcpu_limit.check_on_demand(state, name, total(None))
    if total("spot"):
        vcpu_limit.check_spot(state, name, total("spot"))


HANDLERS = {"StartInstances": start_instances}
