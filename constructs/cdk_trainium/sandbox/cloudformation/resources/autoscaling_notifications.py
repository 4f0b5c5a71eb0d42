"""``NotificationConfigurations`` of a group, and the older ``NotificationConfiguration``: put once it is there."""

from __future__ import annotations

from typing import Any

from .handler import Context, Props

__all__ = ["set_notifications"]


def set_notifications(context: Context, old: Props, new: Props) -> None:
    """Put what is new or changed, delete what the template no longer names."""
    before, after = _by_topic(old), _by_topic(new)
    for topic in before.keys() - after.keys():
        _call(context, "delete_notification_configuration", TopicARN=topic)
    for topic, item in after.items():
        if before.get(topic) != item:
            _call(context, "put_notification_configuration", **item)


def _by_topic(props: Props) -> dict[str, dict[str, Any]]:
    """Return the entries by topic; what else an entry holds is left for botocore to refuse."""
    older = props.get("NotificationConfiguration")
    listed = [*props.get("NotificationConfigurations", []), *([older] if older else [])]
    return {topic: {**item, "TopicARN": topic} for item in listed for topic in _topics(item.get("TopicARN"))}


def _topics(value: Any) -> list[str]:
    """Return the topics of an entry: the older property takes a list of them."""
    return [str(one) for one in (value if isinstance(value, list) else [value])]


def _call(context: Context, operation: str, **params: Any) -> None:
    context.call("autoscaling", operation, AutoScalingGroupName=context.physical_id, **params)
