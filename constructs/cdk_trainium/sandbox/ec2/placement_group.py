"""A placement group of the simulated account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["PlacementGroup", "instances_in"]


@dataclass(slots=True)
class PlacementGroup:
    """A name, an id and a strategy; members are found by looking at the instances."""

    state: RegionState
    name: str
    id: str
    strategy: str
    partition_count: int | None = None
    spread_level: str | None = None
    parent_id: str | None = None

    @property
    def arn(self) -> str:
        """ARN, by name as EC2 makes it."""
        region = self.state
        return f"arn:{region.partition}:ec2:{region.region_name}:{region.account_id}:placement-group/{self.name}"

    def tags(self) -> dict[str, str]:
        """Tags by key."""
        return dict(self.state.ec2.tags.get(self.id, {}))

    def answer(self) -> dict[str, Any]:
        """Return the group as DescribePlacementGroups shows it."""
        return {
            "GroupName": self.name,
            "GroupId": self.id,
            "GroupArn": self.arn,
            "State": "available",
            "Strategy": self.strategy,
            "PartitionCount": self.partition_count,
            "SpreadLevel": self.spread_level,
            "ParentGroupId": self.parent_id,
            "Tags": [{"Key": key, "Value": value} for key, value in self.tags().items()],
        }


def instances_in(state: RegionState, name: str) -> list[Any]:
    """Return the instances in the group ``name`` that are not terminated."""
    return [
        instance
        for reservation in state.ec2.reservations.values()
        for instance in reservation.instances
        if instance.placement.group_name == name and instance.state != "terminated"
    ]
