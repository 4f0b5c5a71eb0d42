"""``AWS::AutoScaling::LifecycleHook``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["LifecycleHook"]


class LifecycleHook(Handler):
    """A pause before a node is in service or gone."""

    type = "AWS::AutoScaling::LifecycleHook"
    create_only = frozenset({"AutoScalingGroupName", "LifecycleHookName"})

    def create(self, context: Context, props: Props) -> None:
        """Put it."""
        name = props.get("LifecycleHookName") or context.name(255)
        context.call("autoscaling", "put_lifecycle_hook", **{**props, "LifecycleHookName": name})
        context.claim(name)

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Put it again."""
        context.call("autoscaling", "put_lifecycle_hook", **{**new, "LifecycleHookName": context.physical_id})

    def delete(self, context: Context, props: Props) -> None:
        """Delete it; it goes with its group too."""
        group = props["AutoScalingGroupName"]
        answer = context.call("autoscaling", "describe_lifecycle_hooks", AutoScalingGroupName=group)
        if any(item["LifecycleHookName"] == context.physical_id for item in answer["LifecycleHooks"]):
            name = context.physical_id
            context.call("autoscaling", "delete_lifecycle_hook", AutoScalingGroupName=group, LifecycleHookName=name)
