"""``AWS::EC2::CapacityReservation``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ec2 import Ec2Handler, pick

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["CapacityReservation"]

_CHANGEABLE = ("InstanceCount", "EndDate", "EndDateType", "InstanceMatchCriteria")


class CapacityReservation(Ec2Handler):
    """Capacity that is paid for whether used or not (ODCR)."""

    type = "AWS::EC2::CapacityReservation"
    kind = "capacity-reservation"
    create_only = frozenset(
        {
            "AvailabilityZone",
            "AvailabilityZoneId",
            "EbsOptimized",
            "EphemeralStorage",
            "InstancePlatform",
            "InstanceType",
            "OutPostArn",
            "PlacementGroupArn",
            "TagSpecifications",
            "Tenancy",
        }
    )
    tags = None

    def create(self, context: Context, props: Props) -> None:
        """Create it."""
        renamed = {"OutpostArn" if key == "OutPostArn" else key: value for key, value in props.items()}
        renamed.pop("UnusedReservationBillingOwnerId", None)
        answer = context.call("ec2", "create_capacity_reservation", **renamed)
        context.claim(answer["CapacityReservation"]["CapacityReservationId"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change its size or end."""
        wanted = {name: new[name] for name in _CHANGEABLE if name in new and new[name] != old.get(name)}
        if wanted:
            context.call("ec2", "modify_capacity_reservation", CapacityReservationId=context.physical_id, **wanted)

    def delete(self, context: Context, _props: Props) -> None:
        """Cancel it."""
        context.call("ec2", "cancel_capacity_reservation", CapacityReservationId=context.physical_id)

    def attributes(self, context: Context, props: Props) -> Props:
        """Return its counts and place."""
        key = context.physical_id
        answer = context.call("ec2", "describe_capacity_reservations", CapacityReservationIds=[key])
        found = answer["CapacityReservations"][0]
        return {
            "Id": key,
            "CapacityReservationArn": found.get("CapacityReservationArn", ""),
            "AvailableInstanceCount": found.get("AvailableInstanceCount", 0),
            "TotalInstanceCount": found.get("TotalInstanceCount", 0),
            "State": found.get("State", ""),
            "OwnerId": found.get("OwnerId", ""),
            **pick(props, "AvailabilityZone", "InstanceType", "Tenancy"),
        }
