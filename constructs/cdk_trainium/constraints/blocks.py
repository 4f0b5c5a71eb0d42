"""When a Capacity Block ends, and when EC2 takes its nodes back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

from ..catalog import Catalog
from ..errors import Problem

__all__ = [
    "END_OF_DAY",
    "NO_SUCH_BLOCK",
    "RECLAIM_LEAD_MINUTES",
    "block_problems",
    "reclaim_lead_minutes",
    "scale_in_at",
    "within_reclaim",
]

NO_SUCH_BLOCK = "TRN324"
RECLAIM_LEAD_MINUTES = 30
"""Minutes before its end at which EC2 terminates the instances of a block. Source: EC2 User Guide, Capacity Blocks."""

END_OF_DAY = time(11, 30, tzinfo=UTC)
"""When every block ends, on its last day. Source: EC2 User Guide, Capacity Blocks."""
_LONGEST = timedelta(days=182)
"""The longest block, extensions included. Source: EC2 User Guide, Capacity Blocks."""
_SLACK = timedelta(days=1)
"""What is offered may be hours longer than what was asked for, up to the next end."""
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


def block_problems(start: datetime, end: datetime) -> Iterator[Problem]:
    """Yield why no block can be from ``start`` to ``end``.

    Its length below the longest tells nothing: offers are hours shorter or longer than what was asked for, blocks
    start at any time, and an extension adds any of the lengths that are sold.
    """
    if end.astimezone(UTC).timetz() != END_OF_DAY:
        hint = "copy the end from the block: aws ec2 describe-capacity-reservations"
        text = "is no end of a block: EC2 ends every block at 11:30 UTC"
        yield Problem(NO_SUCH_BLOCK, text, "end", end.isoformat(), "11:30 UTC of a day", hint)
    if end - start > _LONGEST + _SLACK:
        text = f"the block is longer than {_LONGEST.days} days, which none is, also when it was extended"
        yield Problem(NO_SUCH_BLOCK, text, "end", f"{(end - start).days} days", f"at most {_LONGEST.days} days")
