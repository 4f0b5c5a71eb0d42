"""A capacity reservation of the simulated account: an ODCR, or the reservation behind a Capacity Block."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from . import offers

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["CapacityReservation"]


@dataclass(slots=True)
class CapacityReservation:
    """Who may launch into it and how many more; ``block`` tells a Capacity Block's from an ODCR."""

    state: RegionState
    id: str
    instance_type: str
    zone: str
    """Zone name."""
    total: int
    platform: str = "Linux/UNIX"
    tenancy: str = "default"
    match: str = "open"
    """``open`` or ``targeted``."""
    status: str = "active"
    created: datetime = field(kw_only=True)
    start: datetime = field(kw_only=True)
    end: datetime | None = None
    block_id: str | None = None
    """``cb-…`` of the Capacity Block it belongs to. Default: - an ODCR."""
    placement_group_arn: str | None = None
    ebs_optimized: bool = False
    cooling: list[datetime] = field(default_factory=list)
    """When each slot of a terminated node is free again (Capacity Blocks only)."""

    @property
    def open(self) -> bool:
        """Whether it is active or will be."""
        return self.status in ("active", "pending", "scheduled", "payment-pending")

    @property
    def used(self) -> list[Any]:
        """Instances that run in it."""
        return [
            instance
            for reservation in self.state.ec2.reservations.values()
            for instance in reservation.instances
            if instance.capacity_reservation_id == self.id and instance.state not in ("terminated", "stopped")
        ]

    @property
    def free(self) -> int:
        """Nodes that can still be launched into it now."""
        if self.status != "active":
            return 0
        return max(0, self.total - len(self.used) - len(self.cooling))

    def expire(self) -> None:
        """End an ODCR at its end date; its nodes keep running on demand."""
        self.status = "expired"
        for instance in self.used:
            instance.capacity_reservation_id = None

    def release(self) -> None:
        """Note that one node was terminated: a block's slot stays occupied for some minutes."""
        if self.block_id:
            settings = self.state.settings
            self.cooling.append(settings.clock.now() + timedelta(minutes=settings.slot_reuse_minutes))

    def tags(self) -> dict[str, str]:
        """Tags by key."""
        return dict(self.state.ec2.tags.get(self.id, {}))

    @property
    def arn(self) -> str:
        """ARN."""
        region = self.state
        return f"arn:{region.partition}:ec2:{region.region_name}:{region.account_id}:capacity-reservation/{self.id}"

    @property
    def _launch_status(self) -> str | None:
        """Shown for UltraServers only."""
        block = self.state.blocks.get(self.block_id or "")
        if block is None or not block.ultraserver_type:
            return None
        return "launchable" if self.status == "active" and not block.reclaimed else "unlaunchable"

    def answer(self) -> dict[str, Any]:
        """Return the reservation as DescribeCapacityReservations shows it."""
        used = len(self.used)
        return {
            "CapacityReservationId": self.id,
            "CapacityReservationArn": self.arn,
            "OwnerId": self.state.account_id,
            "AvailabilityZone": self.zone,
            "AvailabilityZoneId": offers.zone_id(self.state, self.zone),
            "InstanceType": self.instance_type,
            "InstancePlatform": self.platform,
            "Tenancy": self.tenancy,
            "TotalInstanceCount": self.total,
            "AvailableInstanceCount": self.free,
            "EbsOptimized": self.ebs_optimized,
            "EphemeralStorage": False,
            "State": self.status,
            "StartDate": self.start,
            "EndDate": self.end,
            "EndDateType": "limited" if self.end else "unlimited",
            "InstanceMatchCriteria": self.match,
            "CreateDate": self.created,
            "Tags": [{"Key": key, "Value": value} for key, value in self.tags().items()],
            "CapacityAllocations": [{"AllocationType": "used", "Count": used}] if used else [],
            "PlacementGroupArn": self.placement_group_arn,
            "ReservationType": "capacity-block" if self.block_id else "default",
            "CapacityBlockId": self.block_id,
            "LaunchStatus": self._launch_status,
        }
