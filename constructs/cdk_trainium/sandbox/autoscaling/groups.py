"""CreateAutoScalingGroup, UpdateAutoScalingGroup (in place, only what is given), DeleteAutoScalingGroup and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from botocore import xform_name
from moto.autoscaling.models import FakeAutoScalingGroup
from moto.autoscaling.responses import AutoScalingResponse
from moto.core.responses import ActionResult, EmptyResult

from ..rules import group_empty, group_name, group_sizes, group_template
from ..service_linked_roles import AUTO_SCALING, ensure
from .group import converge
from .request import group_of, state_of

__all__ = ["HANDLERS"]

_KEPT = (
    "CapacityReservationSpecification",
    "InstanceMaintenancePolicy",
    "DefaultInstanceWarmup",
    "MaxInstanceLifetime",
    "DesiredCapacityType",
    "AvailabilityZoneDistribution",
    "AvailabilityZoneImpairmentPolicy",
    "Context",
    "TerminationPolicies",
    "PlacementGroup",
    "DefaultCooldown",
    "HealthCheckType",
    "HealthCheckGracePeriod",
    "CapacityRebalance",
    "NewInstancesProtectedFromScaleIn",
    "DeletionProtection",
)
"""Parameters that are kept and shown, and need nothing done when they change."""
_moto_create: Callable[[Any], ActionResult] = AutoScalingResponse.create_auto_scaling_group


def create(request: Any) -> ActionResult:
    """Make a group with moto, empty; then give it what moto forgets, check it, and let it launch."""
    get = request._get_param
    name, desired = get("AutoScalingGroupName"), get("DesiredCapacity")
    groups = request.autoscaling_backend.autoscaling_groups
    group_name.check(name, groups)
    group_sizes.check(int(get("MinSize")), int(get("MaxSize")), None if desired is None else int(desired))
    wanted = int(get("MinSize") if desired is None else desired)
    request.params["DesiredCapacity"] = 0
    _moto_create(request)
    group = groups[name]
    _keep(group, request.params)
    try:
        group_template.check(group)
    except Exception:
        groups.pop(name)
        raise
    ensure(AUTO_SCALING, state_of(group).ec2)
    group.created_time = state_of(group).settings.clock.now()
    group.desired_capacity = wanted
    converge(group, "a user request created an AutoScalingGroup changing the desired capacity.")
    return EmptyResult()


def update(request: Any) -> ActionResult:
    """Change what the request names; nodes are touched only when the size changes."""
    group, get = group_of(request), request._get_param
    least, most, desired = _sizes(group, get)
    before = dict(vars(group))
    _keep(group, request.params)
    group._set_azs_and_vpcs(get("AvailabilityZones", []), get("VPCZoneIdentifier"), update=True)
    if get("MixedInstancesPolicy"):
        group.mixed_instances_policy = get("MixedInstancesPolicy")
    if get("LaunchTemplate") or get("LaunchConfigurationName") or get("MixedInstancesPolicy"):
        group._set_launch_configuration(
            get("LaunchConfigurationName"), get("LaunchTemplate", {}), get("MixedInstancesPolicy")
        )
    try:
        group_template.check(group)
    except Exception:
        vars(group).update(before)
        raise
    group.min_size, group.max_size, group.desired_capacity = least, most, desired
    converge(group, "a user request updated the AutoScalingGroup constraints.")
    return EmptyResult()


def delete(request: Any) -> ActionResult:
    """Delete an empty group, or by force with its nodes; its scheduled actions go with it."""
    group, backend = group_of(request), request.autoscaling_backend
    group_empty.check(group, bool(request._get_param("ForceDelete")))
    backend.autoscaling_groups.pop(group.name)
    for item in group.instance_states:
        item.instance.terminate()
    backend.scheduled_actions = {
        key: action for key, action in backend.scheduled_actions.items() if action.auto_scaling_group_name != group.name
    }
    return EmptyResult()


def set_desired(request: Any) -> ActionResult:
    """Set the desired size alone."""
    group, desired = group_of(request), int(request._get_param("DesiredCapacity"))
    group_sizes.check(group.min_size, group.max_size, desired)
    group.desired_capacity = desired
    converge(group, "a user request explicitly set group desired capacity.")
    return EmptyResult()


def disable_metrics(request: Any) -> ActionResult:
    """Stop publishing some metrics, or all."""
    group, names = group_of(request), request._get_param("Metrics", [])
    group.metrics = [item for item in group.metrics if names and item not in names]
    return EmptyResult()


def _sizes(group: Any, get: Callable[..., Any]) -> tuple[int, int, int]:
    """Return the sizes after the update; a desired size that is not given moves into the new bounds."""
    least = group.min_size if get("MinSize") is None else int(get("MinSize"))
    most = group.max_size if get("MaxSize") is None else int(get("MaxSize"))
    desired = get("DesiredCapacity")
    group_sizes.check(least, most, None if desired is None else int(desired))
    current = int(desired) if desired is not None else int(group.desired_capacity or 0)
    return least, most, min(max(current, least), most)


def _keep(group: FakeAutoScalingGroup, params: dict[str, Any]) -> None:
    for name in _KEPT:
        if params.get(name) is not None:
            setattr(group, xform_name(name), params[name])


HANDLERS = {
    "CreateAutoScalingGroup": create,
    "UpdateAutoScalingGroup": update,
    "DeleteAutoScalingGroup": delete,
    "SetDesiredCapacity": set_desired,
    "DisableMetricsCollection": disable_metrics,
}
