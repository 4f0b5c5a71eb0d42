"""Reads zones and times as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ..ec2 import offers
from ..state import RegionState
from . import duration

__all__ = ["moment", "zone_of"]


def zone_of(state: RegionState, data: Mapping[str, Any]) -> str:
    """Return the zone's name from ``zone`` or ``zone_id``.

    Raises:
        ValueError: There is no such zone, or none is given.
    """
    name = data.get("zone") or offers.zone_name(state, data.get("zone_id"))
    if name not in offers.zone_names(state):
        given = data.get("zone") or data.get("zone_id")
        raise ValueError(f"{state.region_name} has no zone {given}; it has {', '.join(offers.zone_names(state))}")
    return str(name)


def moment(value: Any, now: datetime) -> datetime:
    """Return the time of a datetime, an ISO 8601 text or ``+2h`` from ``now``; without a time zone it is UTC."""
    if isinstance(value, str) and value.startswith(("+", "-")):
        step = duration.parse(value[1:])
        return now + step if value[0] == "+" else now - step
    time = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return time if time.tzinfo else time.replace(tzinfo=UTC)
