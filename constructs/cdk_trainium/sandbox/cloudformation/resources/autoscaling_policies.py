"""The policies that stand beside an Auto Scaling group's properties: what they do here, and which are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ResourceError

if TYPE_CHECKING:
    from .handler import Context, Props

__all__ = ["check_policies", "ignores_sizes", "roll"]

_ROLLS = ("LaunchTemplate", "LaunchConfigurationName", "MixedInstancesPolicy", "PlacementGroup", "VPCZoneIdentifier")
"""Properties whose change makes AutoScalingRollingUpdate replace nodes."""


def check_policies(context: Context) -> None:
    """Refuse what the sandbox cannot do honestly: no node here can signal, no second group is made beside the first.

    Raises:
        ResourceError: names the policy.
    """
    creation = context.definition.get("CreationPolicy", {})
    signals = creation.get("ResourceSignal", {})
    if signals and int(signals.get("Count", 1)) > 0:
        raise ResourceError(
            f"Failed to receive {signals.get('Count', 1)} resource signal(s) within the specified duration: "
            "no node of the sandbox boots, so none can signal"
        )
    replacing = context.definition.get("UpdatePolicy", {}).get("AutoScalingReplacingUpdate", {})
    if str(replacing.get("WillReplace", "")).lower() == "true":
        raise ResourceError("the sandbox does not simulate AutoScalingReplacingUpdate")


def ignores_sizes(context: Context) -> bool:
    """Say whether sizes that scheduled actions moved stay: IgnoreUnmodifiedGroupSizeProperties."""
    policy = context.definition.get("UpdatePolicy", {}).get("AutoScalingScheduledAction", {})
    return str(policy.get("IgnoreUnmodifiedGroupSizeProperties", "")).lower() == "true"


def roll(context: Context, old: Props, new: Props, instances: list[dict[str, Any]]) -> None:
    """Replace every node by AutoScalingRollingUpdate, if the policy is there and a property that it watches changed.

    The nodes go one by one whatever the batch size: in the sandbox nothing takes time.
    """
    policy = context.definition.get("UpdatePolicy", {}).get("AutoScalingRollingUpdate")
    if policy is None or all(old.get(name) == new.get(name) for name in _ROLLS):
        return
    for item in instances:
        context.call(
            "autoscaling",
            "terminate_instance_in_auto_scaling_group",
            InstanceId=item["InstanceId"],
            ShouldDecrementDesiredCapacity=False,
        )
