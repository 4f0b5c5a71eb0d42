"""Reads zones, types and times as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from botocore import session as botocore_session

from ..clock import END
from ..ec2 import offers
from ..state import RegionState
from . import duration

__all__ = ["ALLOWED_TIMES", "ALLOWED_TYPES", "known_platforms", "known_type", "moment", "sold_in_blocks", "zone_of"]

_FIRST = datetime(2000, 1, 1, tzinfo=UTC)
ALLOWED_TIMES = f"an ISO 8601 time from {_FIRST:%Y} to {END.year - 1}, or +2h"
ALLOWED_TYPES = "a type that EC2 knows such as trn2.48xlarge"


def zone_of(state: RegionState, data: Mapping[str, Any]) -> str | None:
    """Return the zone's name from ``zone`` or ``zone_id``; None where there is no such zone, or none is given."""
    name = data.get("zone") or offers.zone_name(state, data.get("zone_id"))
    return name if name in offers.zone_names(state) else None


def moment(value: Any, now: datetime) -> datetime:
    """Return the time of a datetime, an ISO 8601 text or ``+2h`` from ``now``; without a time zone it is UTC.

    Raises:
        ValueError: it is none of them, or out of the years that the clock may show.
    """
    time = _stepped(value, now) or _written(value)
    if not _FIRST <= time < END:
        raise ValueError(f"the simulated clock ends at {END:%Y-%m-%d} and begins at {_FIRST:%Y-%m-%d}; got {time}")
    return time


def _stepped(value: Any, now: datetime) -> datetime | None:
    if not isinstance(value, str) or not value.startswith(("+", "-")):
        return None
    step = duration.parse(value[1:])
    return now + step if value[0] == "+" else now - step


def _written(value: Any) -> datetime:
    text = str(value)
    if not text.isprintable():  # Python reads a text up to its first null character
        raise ValueError(f"a time has no control characters; got {text!r}")
    time = value if isinstance(value, datetime) else datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def known_type(instance_type: str) -> bool:
    """Whether EC2 knows the instance type."""
    return offers.type_info(instance_type) is not None


def sold_in_blocks(instance_type: str) -> bool:
    """Whether EC2 sells the instance type in Capacity Blocks."""
    return "capacity-block" in (offers.type_info(instance_type) or {}).get("SupportedUsageClasses", [])


@cache
def known_platforms() -> frozenset[str]:
    """Return the platforms that a reservation may have, from EC2's model."""
    shape: Any = botocore_session.Session().get_service_model("ec2").shape_for("CapacityReservationInstancePlatform")
    return frozenset(shape.enum)
