"""``AWS::CloudWatch::Alarm``."""

from __future__ import annotations

from .handler import Context, Handler, Props

__all__ = ["Alarm"]


class Alarm(Handler):
    """Something that must not go unnoticed."""

    type = "AWS::CloudWatch::Alarm"
    create_only = frozenset({"AlarmName"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Put it."""
        name = props.get("AlarmName") or context.name(255)
        context.call("cloudwatch", "put_metric_alarm", **{**props, "AlarmName": name})
        context.claim(name)

    def update(self, context: Context, _old: Props, new: Props) -> None:
        """Put it again."""
        context.call("cloudwatch", "put_metric_alarm", **{**new, "AlarmName": context.physical_id})

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("cloudwatch", "delete_alarms", AlarmNames=[context.physical_id])

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN."""
        place = f"{context.region}:{context.account}"
        return {"Arn": f"arn:{context.partition}:cloudwatch:{place}:alarm:{context.physical_id}"}
