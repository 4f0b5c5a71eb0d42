"""When EC2 takes the nodes of a Capacity Block back."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..catalog import Catalog

__all__ = ["RECLAIM_LEAD_MINUTES", "reclaim_lead_minutes", "scale_in_at"]

RECLAIM_LEAD_MINUTES = 30
"""Minutes before its end at which EC2 terminates the instances of a block. Source: EC2 User Guide, Capacity Blocks."""


def reclaim_lead_minutes(instance_type: str, types: Catalog) -> int:
    """Return the minutes between reclaim and end: longer for nodes of an UltraServer, see its catalog entry."""
    servers = [item for item in types.ultraservers.values() if item.instance_type == instance_type]
    leads = [lead for item in servers if (lead := item.value("reclaim_lead_minutes")) is not None]
    return max(leads, default=RECLAIM_LEAD_MINUTES)


def scale_in_at(end: datetime, *, lead_minutes: int, drain_minutes: int) -> datetime:
    """Return when a group must go to 0: ``drain_minutes`` before EC2 reclaims its nodes."""
    return end - timedelta(minutes=lead_minutes + drain_minutes)
