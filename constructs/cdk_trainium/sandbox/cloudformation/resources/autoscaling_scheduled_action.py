"""``AWS::AutoScaling::ScheduledAction``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["ScheduledAction"]


class ScheduledAction(Handler):
    """A change of a group's size at a time. A one-time action that fired is gone, which its deletion forgives."""

    type = "AWS::AutoScaling::ScheduledAction"
    create_only = frozenset({"AutoScalingGroupName"})

    def create(self, context: Context, props: Props) -> None:
        """Put it under a name of its own."""
        name = context.name(255)
        context.call("autoscaling", "put_scheduled_update_group_action", ScheduledActionName=name, **props)
        context.claim(name)

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Put it again."""
        name = context.physical_id
        context.call("autoscaling", "put_scheduled_update_group_action", ScheduledActionName=name, **new)

    def delete(self, context: Context, props: Props) -> None:
        """Delete it if it is still there."""
        group = props["AutoScalingGroupName"]
        answer = context.call(
            "autoscaling",
            "describe_scheduled_actions",
            AutoScalingGroupName=group,
            ScheduledActionNames=[context.physical_id],
        )
        if answer["ScheduledUpdateGroupActions"]:
            name = context.physical_id
            context.call("autoscaling", "delete_scheduled_action", AutoScalingGroupName=group, ScheduledActionName=name)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its name."""
        return {"ScheduledActionName": context.physical_id}
