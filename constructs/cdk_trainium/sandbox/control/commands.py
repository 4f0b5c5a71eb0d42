"""The commands as the server takes them: JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from ..blocks.make import purchased
from ..ec2 import offers
from ..images.parameters import publish
from ..state import RegionState, account_of, region_of
from ..timeline import advance
from . import duration

__all__ = ["COMMANDS"]

Answer = dict[str, Any]


def _advance(request: Mapping[str, Any]) -> Answer:
    """``{"by": "2h"}`` moves the clock; answers the new time and the events that happened on the way."""
    account = account_of()
    before = len(account.events)
    now = advance(account, duration.parse(str(request["by"])))
    return {"now": now.isoformat(), "events": account.events[before:]}


def _time(_: Mapping[str, Any]) -> Answer:
    """Answer the account's time."""
    return {"now": account_of().settings.clock.now().isoformat()}


def _events(_: Mapping[str, Any]) -> Answer:
    """Answer every event that EventBridge would have carried, in order."""
    return {"events": account_of().events}


def _block(request: Mapping[str, Any]) -> Answer:
    """Put a purchased block into the account.

    ``region``, ``instance_type``, ``zone`` (name) or ``zone_id``, ``count``, ``start`` and ``end`` (ISO 8601);
    ``reservation_id``, ``ultraserver_type`` where they matter.
    """
    state = region_of(str(request["region"]))
    block = purchased(
        state,
        instance_type=str(request["instance_type"]),
        zone=zone_of(state, request),
        count=int(request["count"]),
        start=moment(request["start"]),
        end=moment(request["end"]),
        reservation_id=request.get("reservation_id"),
        ultraserver_type=request.get("ultraserver_type"),
    )
    return {"reservation_id": block.reservation_id, "block_id": block.id, "zone": block.zone}


def _image(request: Mapping[str, Any]) -> Answer:
    """``{"region", "parameter"}`` publishes a newer image under a public parameter."""
    try:
        return {"image_id": publish(region_of(str(request["region"])), str(request["parameter"]))}
    except KeyError as error:
        raise ValueError(f"the region has no public parameter {error}") from None


def zone_of(state: RegionState, data: Mapping[str, Any]) -> str:
    """Return the zone's name from ``zone`` or ``zone_id``; raises ValueError for one that is not there."""
    name = data.get("zone") or offers.zone_name(state, data.get("zone_id"))
    if name not in offers.zone_names(state):
        raise ValueError(f"{state.region_name} has no zone {data.get('zone') or data.get('zone_id')}")
    return str(name)


def moment(value: Any) -> datetime:
    """Return the time of an ISO 8601 text or of YAML's own timestamp; without a zone it is UTC."""
    time = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return time if time.tzinfo else time.replace(tzinfo=UTC)


COMMANDS: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
    "advance": _advance,
    "time": _time,
    "events": _events,
    "block": _block,
    "image": _image,
}
