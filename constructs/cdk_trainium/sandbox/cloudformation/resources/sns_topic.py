"""``AWS::SNS::Topic``."""

from __future__ import annotations

import json
from typing import Any

from .handler import Context, Handler, Props

__all__ = ["Topic"]

_ATTRIBUTES = ("DisplayName", "KmsMasterKeyId", "SignatureVersion", "TracingConfig", "FifoTopic")


class Topic(Handler):
    """Where notices go; ``Ref`` gives its ARN."""

    type = "AWS::SNS::Topic"
    known = frozenset(
        {
            "DisplayName",
            "FifoTopic",
            "KmsMasterKeyId",
            "SignatureVersion",
            "Subscription",
            "Tags",
            "TopicName",
            "TracingConfig",
        }
    )
    create_only = frozenset({"TopicName", "FifoTopic"})
    tags = "list"

    def create(self, context: Context, props: Props) -> None:
        """Create it with its subscriptions."""
        fifo = str(props.get("FifoTopic", "")).lower() == "true"
        name = props.get("TopicName") or context.name(251) + (".fifo" if fifo else "")
        given = {key: _plain(props[key]) for key in _ATTRIBUTES if key in props}
        answer = context.call("sns", "create_topic", Name=name, Attributes=given or None, Tags=props.get("Tags"))
        context.claim(answer["TopicArn"])
        self._subscribe(context, [], props.get("Subscription", []))

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change attributes, subscriptions and tags."""
        arn = context.physical_id
        for key in _ATTRIBUTES:
            if old.get(key) != new.get(key):
                value = _plain(new.get(key, ""))
                context.call("sns", "set_topic_attributes", TopicArn=arn, AttributeName=key, AttributeValue=value)
        self._subscribe(context, old.get("Subscription", []), new.get("Subscription", []))
        keys = {item["Key"] for item in new.get("Tags", [])}
        gone = [item["Key"] for item in old.get("Tags", []) if item["Key"] not in keys]
        if gone:
            context.call("sns", "untag_resource", ResourceArn=arn, TagKeys=gone)
        if new.get("Tags") and new["Tags"] != old.get("Tags"):
            context.call("sns", "tag_resource", ResourceArn=arn, Tags=new["Tags"])

    def delete(self, context: Context, _props: Props) -> None:
        """Delete it."""
        context.call("sns", "delete_topic", TopicArn=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN and name."""
        return {"TopicArn": context.physical_id, "TopicName": context.physical_id.rsplit(":", 1)[-1]}

    def _subscribe(self, context: Context, old: list[Any], new: list[Any]) -> None:
        arn = context.physical_id
        there = context.call("sns", "list_subscriptions_by_topic", TopicArn=arn)["Subscriptions"] if old else []
        for item in there:
            gone = {"Protocol": item["Protocol"], "Endpoint": item["Endpoint"]}
            if gone in old and gone not in new:
                context.call("sns", "unsubscribe", SubscriptionArn=item["SubscriptionArn"])
        for item in new:
            if item not in old:
                context.call("sns", "subscribe", TopicArn=arn, **item)


def _plain(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
