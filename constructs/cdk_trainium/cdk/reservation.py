"""On-Demand Capacity Reservations (ODCRs) made with the stack."""

from __future__ import annotations

from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from ..constraints.tenancy import DEFAULT_TENANCY
from ..spec import CapacitySpec, OnDemandCapacity, ReservationCapacity
from .place import Place

__all__ = ["makes_reservation", "targeted_reservation"]


def makes_reservation(capacity: CapacitySpec | None) -> bool:
    """Return whether a reservation is made with nodes that are bought as ``capacity`` says."""
    if isinstance(capacity, OnDemandCapacity):
        return capacity.fail_fast
    return isinstance(capacity, ReservationCapacity) and capacity.reservation_id is None


def targeted_reservation(
    scope: Construct,
    id: str,
    *,
    instance_type: str,
    node_count: int,
    place: Place,
    placement_group: str | None,
) -> ec2.CfnCapacityReservation:
    """Return a reservation that only launches which name it can use; it bills from its creation, used or not.

    EC2 refuses it in seconds when there is no capacity. Its placement group is fixed at creation.

    Raises:
        PropsError: the zone of ``place`` is unknown.
    """
    place.need_zone("a reservation needs a zone")
    arn = None if placement_group is None else f"{place.around.placement_groups}/{placement_group}"
    return ec2.CfnCapacityReservation(
        scope,
        id,
        instance_type=instance_type,
        instance_platform="Linux/UNIX",
        instance_count=node_count,
        instance_match_criteria="targeted",
        end_date_type="unlimited",
        tenancy=DEFAULT_TENANCY,
        placement_group_arn=arn,
        availability_zone=None if place.zone_id else place.zone,
        availability_zone_id=place.zone_id,
    )
