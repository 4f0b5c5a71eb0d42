"""One launch of a group: its template, its subnet, its placement group and its reservations."""

from __future__ import annotations

from typing import Any

from ..ec2.launch import Launch
from ..ec2.launch_request import build
from .request import state_of

__all__ = ["launch_for", "subnets"]

_GROUP_TAG = "aws:autoscaling:groupName"


def subnets(group: Any) -> list[str | None]:
    """Return the group's subnets, the emptiest first; one None for a group that names zones only."""
    names: list[str | None] = [item.strip() for item in (group.vpc_zone_identifier or "").split(",") if item.strip()]
    used = [state.instance.subnet_id for state in group.instance_states]
    return sorted(names, key=used.count) or [None]


def launch_for(group: Any, count: int, subnet_id: str | None) -> Launch:
    """Build the launch of up to ``count`` nodes in ``subnet_id``; at least one must come."""
    state = state_of(group)
    request: dict[str, Any] = {"LaunchTemplate": _template(group)}
    launch = build(state, request, count=count, min_count=1, extra_tags=_tags(group))
    _place(launch.data, group, subnet_id)
    overrides = (group.mixed_instances_policy or {}).get("LaunchTemplate", {}).get("Overrides") or [{}]
    launch.data["InstanceType"] = overrides[0].get("InstanceType") or launch.data.get("InstanceType")
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
