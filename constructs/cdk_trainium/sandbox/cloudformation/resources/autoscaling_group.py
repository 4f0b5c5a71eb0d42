"""``AWS::AutoScaling::AutoScalingGroup``."""

from __future__ import annotations

from typing import Any

from botocore.exceptions import ClientError

from ..errors import ResourceError
from .autoscaling_notifications import set_notifications
from .autoscaling_policies import check_policies, ignores_sizes, roll
from .ec2 import pick
from .handler import Context, Handler, Props

__all__ = ["AutoScalingGroup"]

_SIZES = ("MinSize", "MaxSize", "DesiredCapacity")
_OWN = {
    "Tags",
    "VPCZoneIdentifier",
    "LifecycleHookSpecificationList",
    "MetricsCollection",
    "NotificationConfiguration",
    "NotificationConfigurations",
    "Cooldown",
}
_CREATE_ONLY_PARAMS = {"AutoScalingGroupName", "InstanceId", "LifecycleHookSpecificationList"}


class AutoScalingGroup(Handler):
    """A group of nodes, updated in place."""

    type = "AWS::AutoScaling::AutoScalingGroup"
    create_only = frozenset({"AutoScalingGroupName", "InstanceId"})
    tags = "group"

    def create(self, context: Context, props: Props) -> None:
        """Create it and see that it reaches its size."""
        self.required(props, "MinSize", "MaxSize")
        check_policies(context)
        name = props.get("AutoScalingGroupName") or context.name(255)
        params = {
            **_params(props),
            "AutoScalingGroupName": name,
            "Tags": [*_tags(name, props), *_own_tags(name, context)],
        }
        params["LifecycleHookSpecificationList"] = props.get("LifecycleHookSpecificationList")
        try:
            context.call("autoscaling", "create_auto_scaling_group", **params)
        except ClientError as error:
            if error.response["Error"]["Code"] != "AlreadyExists":
                context.claim(name)  # the group may be there although its first launch was refused
            raise
        context.claim(name)
        self._set_metrics(context, {}, props)
        set_notifications(context, {}, props)
        self._settle(context)

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change it in place; sizes that scheduled actions moved stay when the update policy says so.

        Only an update that asks for other sizes must reach them: a group short of nodes takes any other change.
        """
        check_policies(context)
        params = _params(new)
        if ignores_sizes(context):
            for name in _SIZES:
                if str(old.get(name)) == str(new.get(name)):
                    params.pop(name, None)
        for name in _CREATE_ONLY_PARAMS:
            params.pop(name, None)
        context.call("autoscaling", "update_auto_scaling_group", AutoScalingGroupName=context.physical_id, **params)
        found = self._found(context)
        roll(context, old, new, found["Instances"] if found else [])
        self._retag(context, old, new)
        self._set_metrics(context, old, new)
        set_notifications(context, old, new)
        if any(str(old.get(name)) != str(new.get(name)) for name in _SIZES):
            self._settle(context)

    def drifts(self, context: Context, _props: Props) -> bool:
        """Say whether a stack update resets the sizes: a group with scheduled actions that does not guard them."""
        if ignores_sizes(context):
            return False
        answer = context.call("autoscaling", "describe_scheduled_actions", AutoScalingGroupName=context.physical_id)
        return bool(answer["ScheduledUpdateGroupActions"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it with its nodes."""
        if self._found(context):
            name = context.physical_id
            context.call("autoscaling", "delete_auto_scaling_group", AutoScalingGroupName=name, ForceDelete=True)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN."""
        found = self._found(context)
        return {"AutoScalingGroupARN": found["AutoScalingGroupARN"] if found else ""}

    def _found(self, context: Context) -> dict[str, Any] | None:
        answer = context.call(
            "autoscaling", "describe_auto_scaling_groups", AutoScalingGroupNames=[context.physical_id]
        )
        groups: list[dict[str, Any]] = answer["AutoScalingGroups"]
        return groups[0] if groups else None

    def _settle(self, context: Context) -> None:
        group = self._found(context)
        if group is None or len(group["Instances"]) >= group["DesiredCapacity"]:
            return
        answer = context.call("autoscaling", "describe_scaling_activities", AutoScalingGroupName=context.physical_id)
        failed = [item for item in answer["Activities"] if item["StatusCode"] == "Failed"]
        reason = failed[0].get("StatusMessage", "") if failed else "no scaling activity failed"
        sizes = f"{{{len(group['Instances'])}, {group['MinSize']}, {group['DesiredCapacity']}}}"
        raise ResourceError(
            "Group did not stabilize. {current/minSize/desired group size} = "
            f"{sizes}. Failed Scaling Activity: {reason}"
        )

    def _retag(self, context: Context, old: Props, new: Props) -> None:
        before, after = _tags(context.physical_id, old), _tags(context.physical_id, new)
        keys = {item["Key"] for item in after}
        gone = [item for item in before if item["Key"] not in keys]
        if gone:
            context.call("autoscaling", "delete_tags", Tags=gone)
        if after and after != before:
            context.call("autoscaling", "create_or_update_tags", Tags=after)

    def _set_metrics(self, context: Context, old: Props, new: Props) -> None:
        if old.get("MetricsCollection") == new.get("MetricsCollection"):
            return
        if old.get("MetricsCollection"):
            context.call("autoscaling", "disable_metrics_collection", AutoScalingGroupName=context.physical_id)
        for item in new.get("MetricsCollection", []):
            wanted = pick(item, "Granularity", "Metrics")
            context.call("autoscaling", "enable_metrics_collection", AutoScalingGroupName=context.physical_id, **wanted)


def _params(props: Props) -> Props:
    made = {key: value for key, value in props.items() if key not in _OWN}
    if "Cooldown" in props:
        made["DefaultCooldown"] = props["Cooldown"]
    if "VPCZoneIdentifier" in props:
        made["VPCZoneIdentifier"] = ",".join(props["VPCZoneIdentifier"])
    return made


def _own_tags(name: str, context: Context) -> list[dict[str, Any]]:
    """Return CloudFormation's own tags, which the nodes show as well."""
    tags = [{"Key": key, "Value": value, "PropagateAtLaunch": True} for key, value in context.own_tags.items()]
    return _tags(name, {"Tags": tags})


def _tags(name: str, props: Props) -> list[dict[str, Any]]:
    return [{**item, "ResourceId": name, "ResourceType": "auto-scaling-group"} for item in props.get("Tags", [])]
