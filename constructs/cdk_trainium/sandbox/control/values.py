"""Reads zones and times as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from ..ec2 import offers
from ..state import RegionState
from . import duration

__all__ = ["known_type", "moment", "require_count", "require_order", "require_reservation", "require_type", "zone_of"]

_RESERVATION = re.compile(r"cr-[0-9a-f]{8,17}")


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


def known_type(instance_type: str) -> bool:
    """Whether EC2 knows the instance type."""
    return offers.type_info(instance_type) is not None


def require_type(instance_type: Any) -> None:
    """Raise ValueError when EC2 knows no such instance type."""
    if not known_type(str(instance_type)):
        ours = ", ".join(sorted(name for name in offers.type_names() if name.startswith("trn")))
        raise ValueError(f"instance_type: EC2 knows no {instance_type}; allowed: {ours}, or any other type of EC2")


def require_count(count: Any) -> None:
    """Raise ValueError unless it is a whole number from 1."""
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise ValueError(f"count: a whole number from 1 is needed; got {count!r}")


def require_order(start: datetime, end: datetime) -> None:
    """Raise ValueError unless the end is after the start."""
    if end <= start:
        raise ValueError(f"end: it must be after the start {start.isoformat()}; got {end.isoformat()}")


def require_reservation(reservation_id: Any) -> None:
    """Raise ValueError unless it is None (a random one) or looks like the id of a Capacity Reservation."""
    if reservation_id is not None and not _RESERVATION.fullmatch(str(reservation_id)):
        raise ValueError(f"reservation_id: cr- and 8 to 17 hexadecimal digits are needed; got {reservation_id!r}")
