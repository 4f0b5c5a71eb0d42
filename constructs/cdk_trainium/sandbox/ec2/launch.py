"""One launch: what RunInstances, or an Auto Scaling group, asks EC2 for, template and request merged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import offers
from .interface import Interface

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["Launch", "merged"]


@dataclass(slots=True)
class Launch:
    """The parameters that decide; the rest stays in ``data`` for moto."""

    state: RegionState
    data: dict[str, Any]
    """Parameters of RunInstances after the launch template was merged in."""
    count: int
    min_count: int
    template: tuple[str, str] | None = None
    """Launch template's id and version number."""
    extra_tags: dict[str, str] = field(default_factory=dict)
    """Tags for the instances beside TagSpecifications."""

    @property
    def instance_type(self) -> str:
        """Type; EC2's own default is m1.small."""
        return str(self.data.get("InstanceType") or "m1.small")

    @property
    def interfaces(self) -> list[Interface]:
        """The interfaces asked for; empty when EC2 shall make the one primary interface."""
        return [Interface.of(item) for item in self.data.get("NetworkInterfaces") or []]

    @property
    def subnet_id(self) -> str | None:
        """Subnet: the request's, else the first interface's, else the zone's default subnet."""
        named = self.data.get("SubnetId") or next((i.subnet_id for i in self.interfaces if i.subnet_id), None)
        return named or self._default_subnet()

    @property
    def zone(self) -> str:
        """Name of the zone: the subnet's, else the placement's, else the region's first."""
        subnet_id = self.subnet_id
        if subnet_id:
            return str(self.state.ec2.get_subnet(subnet_id).availability_zone)
        return self.placement_zone or offers.zone_names(self.state)[0]

    @property
    def placement_zone(self) -> str | None:
        """Zone that ``Placement`` names, by name or id."""
        zone = self._placement.get("AvailabilityZone")
        return zone or offers.zone_name(self.state, self._placement.get("AvailabilityZoneId"))

    @property
    def group_name(self) -> str | None:
        """Placement group, by name or id."""
        return self._placement.get("GroupName") or self._placement.get("GroupId")

    @property
    def partition(self) -> int | None:
        """Partition of the placement group."""
        return self._placement.get("PartitionNumber")

    @property
    def market(self) -> str | None:
        """``spot``, ``capacity-block``, …; None is on demand."""
        market = (self.data.get("InstanceMarketOptions") or {}).get("MarketType")
        return None if market == "on-demand" else market

    @property
    def preference(self) -> str:
        """``open``, ``none`` or ``capacity-reservations-only``."""
        return str(self._reservation.get("CapacityReservationPreference") or "open")

    @property
    def targets(self) -> list[str]:
        """Reservations that the launch names (EC2 takes one, an Auto Scaling group several)."""
        target = self._reservation.get("CapacityReservationTarget") or {}
        one = target.get("CapacityReservationId")
        return [one] if one else list(target.get("CapacityReservationIds") or [])

    @property
    def target_group(self) -> str | None:
        """ARN of the resource group of reservations that the launch names."""
        target = self._reservation.get("CapacityReservationTarget") or {}
        arns = target.get("CapacityReservationResourceGroupArns") or [None]
        arn: str | None = target.get("CapacityReservationResourceGroupArn") or arns[0]
        return arn

    @property
    def pool(self) -> list[str]:
        """Reservations in the resource group that the launch names."""
        from ..cloudformation.mends.resource_groups import members

        group = self.target_group
        arns = members(self.state.account_id, self.state.region_name, group) if group else []
        return [arn.rpartition("/")[2] for arn in arns]

    @property
    def strict(self) -> bool:
        """Whether a launch without free reserved capacity fails.

        EC2: with ``capacity-reservations-only``, and when one reservation is named. A group (Auto Scaling's
        ``CapacityReservationIds``, or a resource group) falls back to on demand unless it says so.
        """
        target = self._reservation.get("CapacityReservationTarget") or {}
        return self.preference == "capacity-reservations-only" or bool(target.get("CapacityReservationId"))

    def tags(self, resource_type: str) -> dict[str, str]:
        """Tags that TagSpecifications give to ``resource_type``."""
        return {
            tag["Key"]: tag.get("Value", "")
            for item in self.data.get("TagSpecifications") or []
            if item.get("ResourceType") == resource_type
            for tag in item.get("Tags") or []
        }

    @property
    def _placement(self) -> Mapping[str, Any]:
        return self.data.get("Placement") or {}

    @property
    def _reservation(self) -> Mapping[str, Any]:
        return self.data.get("CapacityReservationSpecification") or {}

    def _default_subnet(self) -> str | None:
        subnets = self.state.ec2.get_default_subnets()
        zones = offers.zones_of(self.state, self.instance_type)
        wanted = self.placement_zone or next((zone for zone in zones if zone in subnets), None)
        subnet = subnets.get(wanted or offers.zone_names(self.state)[0])
        return subnet.id if subnet else None


def merged(template: Mapping[str, Any], request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the launch template's data with the request's parameters over it; tags of both apply."""
    given = {key: value for key, value in request.items() if value not in (None, [], {}, "")}
    data = {**template, **given}
    data["TagSpecifications"] = [*(template.get("TagSpecifications") or []), *(given.get("TagSpecifications") or [])]
    return data
