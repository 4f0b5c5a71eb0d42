"""One launch of a group: its template, its subnet, its placement group and its reservations."""

from __future__ import annotations

from typing import Any

from ..ec2.launch import Launch
from ..ec2.launch_request import build
from .request import state_of

__all__ = ["launch_for", "spot_share", "subnets", "types"]

_GROUP_TAG = "aws:autoscaling:groupName"


def subnets(group: Any) -> list[str | None]:
    """Return the group's subnets, the emptiest first; one None for a group that names zones only."""
    names: list[str | None] = [item.strip() for item in (group.vpc_zone_identifier or "").split(",") if item.strip()]
    used = [state.instance.subnet_id for state in group.instance_states]
    return sorted(names, key=used.count) or [None]


def types(group: Any) -> list[str | None]:
    """Return the types that a mixed instances policy lists, in its order; one None leaves it to the template."""
    listed = (group.mixed_instances_policy or {}).get("LaunchTemplate", {}).get("Overrides") or []
    return [item["InstanceType"] for item in listed if item.get("InstanceType")] or [None]


def spot_share(group: Any) -> bool:
    """Whether a mixed instances policy buys some of its nodes as spot."""
    distribution = (group.mixed_instances_policy or {}).get("InstancesDistribution") or {}
    return int(distribution.get("OnDemandPercentageAboveBaseCapacity", 100)) < 100


def launch_for(group: Any, count: int, subnet_id: str | None, instance_type: str | None = None) -> Launch:
    """Build the launch of up to ``count`` nodes in ``subnet_id``; at least one must come.

    Args:
        group: moto's group.
        count: Nodes.
        subnet_id: None for a group that names zones only.
        instance_type: One of `types`. Default: - the template's
    """
    state = state_of(group)
    request: dict[str, Any] = {"LaunchTemplate": _template(group)}
    launch = build(state, request, count=count, min_count=1, extra_tags=_tags(group))
    _place(launch.data, group, subnet_id)
    launch.data["InstanceType"] = instance_type or launch.data.get("InstanceType")
    specification = getattr(group, "capacity_reservation_specification", None)
    if specification and specification.get("CapacityReservationPreference") != "default":
        launch.data["CapacityReservationSpecification"] = dict(specification)
    return launch


def _template(group: Any) -> dict[str, str]:
    return {"LaunchTemplateId": group.ec2_launch_template.id, "Version": group.launch_template_version}


def _tags(group: Any) -> dict[str, str]:
    return {**group.get_propagated_tags(), _GROUP_TAG: group.name}


def _place(data: dict[str, Any], group: Any, subnet_id: str | None) -> None:
    placement = dict(data.get("Placement") or {})
    if group.placement_group:
        placement["GroupName"] = group.placement_group
    interfaces = data.get("NetworkInterfaces")
    if subnet_id and interfaces:
        data["NetworkInterfaces"] = [{**item, "SubnetId": subnet_id} for item in interfaces]
    elif subnet_id:
        data["SubnetId"] = subnet_id
    else:
        placement.setdefault("AvailabilityZone", group.availability_zones[0])
    data["Placement"] = placement
