"""The Auto Scaling group of identical nodes, with its placement group, reservation and scheduled actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aws_cdk import aws_autoscaling as autoscaling
from aws_cdk import aws_ec2 as ec2
from constructs import Construct

from ..catalog import Catalog
from ..constraints.addresses import addresses_of
from ..constraints.blocks import reclaim_lead_minutes
from ..errors import Problem, PropsError
from ..spec import (
    BlockCapacity,
    CapacitySpec,
    NodeGroupSpec,
    ReservationCapacity,
    SpotCapacity,
)
from .block_schedule import initial_size, schedule
from .launch_template import NodeLaunchTemplate
from .place import Place
from .placement import cluster_placement_group
from .reservation import makes_reservation, targeted_reservation

if TYPE_CHECKING:
    from aws_cdk import aws_sns as sns

__all__ = ["GroupParts", "group_of", "in_placement_group", "notify"]

_EVENTS = ("LAUNCH", "LAUNCH_ERROR", "TERMINATE", "TERMINATE_ERROR")


@dataclass(frozen=True, slots=True)
class GroupParts:
    """What was made for one group."""

    group: autoscaling.CfnAutoScalingGroup
    placement_group: str | None
    reservation: ec2.CfnCapacityReservation | None


def group_of(
    scope: Construct, spec: NodeGroupSpec, template: NodeLaunchTemplate, place: Place, types: Catalog
) -> GroupParts:
    """Make the Auto Scaling group of ``spec`` and what it depends on.

    Placement group and reservation target stand on the group, not in its template, so that groups can share one.

    Raises:
        PropsError: a launch template for other nodes, more nodes than the subnets hold, or no zone for a block or
            a reservation.
    """
    _check(spec, template, place)
    template.launch_by_auto_scaling()
    placement_group = _placement_group(scope, spec, types)
    reservation = _reservation(scope, spec, place, placement_group, template.ec2_type)
    maximum, desired = _size(spec)
    group = autoscaling.CfnAutoScalingGroup(
        scope,
        "Resource",
        min_size="0",
        max_size=str(maximum),
        desired_capacity=str(desired),
        vpc_zone_identifier=list(place.subnet_ids),
        launch_template={"launchTemplateId": template.launch_template_id, "version": template.version},
        placement_group=placement_group,
        capacity_reservation_specification=_target(spec, reservation),
        instance_maintenance_policy={"minHealthyPercentage": 0, "maxHealthyPercentage": 100},
    )
    if isinstance(spec.capacity, BlockCapacity):
        lead = reclaim_lead_minutes(template.info.name, types)
        schedule(scope, group, spec.capacity, node_count=spec.node_count, lead_minutes=lead)
    return GroupParts(group, placement_group, reservation)


def _check(spec: NodeGroupSpec, template: NodeLaunchTemplate, place: Place) -> None:
    _fits(spec, template, place.where)
    if isinstance(spec.capacity, BlockCapacity):
        place.need_zone("a capacity block needs a zone: its own")
    if not spec.design_only:
        place.need_addresses(spec.node_count * addresses_of(template.interfaces))


def _fits(spec: NodeGroupSpec, template: NodeLaunchTemplate, where: str) -> None:
    """A shared template fixes type, market and block; an ODCR is the group's own."""
    theirs = template.spec
    if theirs.instance_type == spec.instance_type and _market(theirs.capacity) == _market(spec.capacity):
        return
    got = f"{theirs.instance_type}, {theirs.capacity.kind if theirs.capacity else 'no capacity'}"
    text = "the launch template is made for other nodes or another way to buy them"
    raise PropsError(where, [Problem("TRN014", text, "launch_template", got, spec.instance_type)])


def _market(capacity: CapacitySpec | None) -> object:
    if isinstance(capacity, BlockCapacity):
        return [block.reservation_id for block in capacity.blocks]
    return isinstance(capacity, SpotCapacity)


def notify(group: autoscaling.CfnAutoScalingGroup, topic: sns.ITopic) -> None:
    """Tell ``topic`` of launches, terminations and failures: a block bills whether its nodes come up or not."""
    types = [f"autoscaling:EC2_INSTANCE_{event}" for event in _EVENTS]
    group.notification_configurations = [
        autoscaling.CfnAutoScalingGroup.NotificationConfigurationProperty(
            topic_arn=topic.topic_arn, notification_types=types
        )
    ]


def in_placement_group(spec: NodeGroupSpec, types: Catalog) -> bool:
    """Return whether the nodes go into a cluster placement group of ours.

    Not those of a block or an UltraServer (EC2 places them), nor of a reservation made elsewhere: its group is fixed.
    """
    capacity = spec.capacity
    existing = isinstance(capacity, ReservationCapacity) and capacity.reservation_id is not None
    ultraserver = any(item.instance_type == spec.instance_type for item in types.ultraservers.values())
    return not existing and not ultraserver and not isinstance(capacity, BlockCapacity)


def _placement_group(scope: Construct, spec: NodeGroupSpec, types: Catalog) -> str | None:
    if spec.placement_group is not None:
        return spec.placement_group
    if isinstance(spec.capacity, ReservationCapacity) and spec.capacity.placement_group is not None:
        return spec.capacity.placement_group
    return cluster_placement_group(scope, "PlacementGroup").ref if in_placement_group(spec, types) else None


def _reservation(
    scope: Construct, spec: NodeGroupSpec, place: Place, placement_group: str | None, ec2_type: str
) -> ec2.CfnCapacityReservation | None:
    if not makes_reservation(spec.capacity):
        return None
    return targeted_reservation(
        scope,
        "Reservation",
        instance_type=ec2_type,
        node_count=spec.node_count,
        place=place,
        placement_group=placement_group,
    )


def _target(spec: NodeGroupSpec, reservation: ec2.CfnCapacityReservation | None) -> dict[str, Any] | None:
    """Return preference and target: without the preference a full reservation means on-demand nodes, silently."""
    existing = spec.capacity.reservation_id if isinstance(spec.capacity, ReservationCapacity) else None
    target = existing or (reservation.ref if reservation else None)
    if target is None:
        return None
    return {
        "capacityReservationPreference": "capacity-reservations-only",
        "capacityReservationTarget": {"capacityReservationIds": [target]},
    }


def _size(spec: NodeGroupSpec) -> tuple[int, int]:
    if isinstance(spec.capacity, BlockCapacity):
        return initial_size(spec.capacity, spec.node_count)
    return spec.node_count, spec.node_count
