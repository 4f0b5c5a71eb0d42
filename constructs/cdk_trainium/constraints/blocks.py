"""When EC2 takes the nodes of a Capacity Block back."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from ..catalog import Catalog

__all__ = ["END_OF_DAY", "RECLAIM_LEAD_MINUTES", "reclaim_lead_minutes", "scale_in_at", "within_reclaim"]

RECLAIM_LEAD_MINUTES = 30
"""Minutes before its end at which EC2 terminates the instances of a block. Source: EC2 User Guide, Capacity Blocks."""

END_OF_DAY = time(11, 30, tzinfo=UTC)
"""When every block ends, on its last day. Source: EC2 User Guide, Capacity Blocks."""
_MISSED = timedelta(hours=1)
"""After the end; a later time of day is meant for the next day's end."""


def reclaim_lead_minutes(instance_type: str, types: Catalog) -> int:
    """Return the minutes between reclaim and end: longer for nodes of an UltraServer, see its catalog entry."""
    servers = [item for item in types.ultraservers.values() if item.instance_type == instance_type]
    leads = [lead for item in servers if (lead := item.value("reclaim_lead_minutes")) is not None]
    return max(leads, default=RECLAIM_LEAD_MINUTES)


def scale_in_at(end: datetime, *, lead_minutes: int, drain_minutes: int) -> datetime:
    """Return when a group must go to 0: ``drain_minutes`` before EC2 reclaims its nodes."""
    return end - timedelta(minutes=lead_minutes + drain_minutes)


def within_reclaim(start: datetime, lead_minutes: int) -> bool:
    """Return whether ``start`` is at a time of day when EC2 takes nodes of a block that ends on that day, or has."""
    end = datetime.combine(start.astimezone(UTC).date(), END_OF_DAY)
    return end - timedelta(minutes=lead_minutes) <= start <= end + _MISSED
