"""A purchased Capacity Block, and an offering of one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from ..ec2 import offers

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["WARNING", "CapacityBlock", "Offering"]

WARNING = timedelta(minutes=40)
"""The expiration warning's distance from the block's end."""
_RECLAIM = timedelta(minutes=30)
_RECLAIM_ULTRASERVER = timedelta(minutes=60)
"""Documented for P6e-GB200 UltraServers, inferred for Trn2."""


@dataclass(slots=True)
class CapacityBlock:
    """A time in which a number of nodes belongs to the account; launches go through its reservation."""

    state: RegionState
    id: str
    reservation_id: str
    zone: str
    start: datetime
    end: datetime
    created: datetime
    status: str = "scheduled"
    ultraserver_type: str | None = None
    interconnect: str = "ok"
    """``ok``, ``impaired`` or ``insufficient-data``; for UltraServers."""
    warned: bool = False
    reclaimed: bool = False

    @property
    def reclaim(self) -> datetime:
        """When EC2 begins to terminate the nodes."""
        return self.end - (_RECLAIM_ULTRASERVER if self.ultraserver_type else _RECLAIM)

    def tags(self) -> dict[str, str]:
        """Tags by key."""
        return dict(self.state.ec2.tags.get(self.id, {}))

    def answer(self) -> dict[str, Any]:
        """Return the block as DescribeCapacityBlocks shows it."""
        return {
            "CapacityBlockId": self.id,
            "UltraserverType": self.ultraserver_type,
            "AvailabilityZone": self.zone,
            "AvailabilityZoneId": offers.zone_id(self.state, self.zone),
            "CapacityReservationIds": [self.reservation_id],
            "StartDate": self.start,
            "EndDate": self.end,
            "CreateDate": self.created,
            "State": self.status,
            "Tags": [{"Key": key, "Value": value} for key, value in self.tags().items()],
        }


@dataclass(slots=True)
class Offering:
    """A block that can be bought, or time that can be added to one."""

    id: str
    instance_type: str
    zone: str
    count: int
    start: datetime
    end: datetime
    fee: str
    """Upfront fee in ``currency``, the only price of a block."""
    currency: str = "USD"
    ultraserver_type: str | None = None
    extends: str | None = None
    """Reservation that the offering extends. Default: - a new block."""

    @property
    def hours(self) -> int:
        """Whole hours from start to end."""
        return int((self.end - self.start).total_seconds() // 3600)

    def answer(self) -> dict[str, Any]:
        """Return the offering as DescribeCapacityBlockOfferings shows it."""
        minutes = int((self.end - self.start).total_seconds() // 60)
        return {
            "CapacityBlockOfferingId": self.id,
            "InstanceType": self.instance_type,
            "AvailabilityZone": self.zone,
            "InstanceCount": self.count,
            "StartDate": self.start,
            "EndDate": self.end,
            "CapacityBlockDurationHours": minutes // 60,
            "CapacityBlockDurationMinutes": minutes % 60,
            "UpfrontFee": self.fee,
            "CurrencyCode": self.currency,
            "Tenancy": "default",
            "UltraserverType": self.ultraserver_type,
            "UltraserverCount": 1 if self.ultraserver_type else None,
        }
