"""``AWS::SNS::Subscription``."""

from __future__ import annotations

import json

from .handler import Context, Handler, Props

__all__ = ["Subscription"]

_ATTRIBUTES = ("FilterPolicy", "FilterPolicyScope", "RawMessageDelivery", "RedrivePolicy", "DeliveryPolicy")


class Subscription(Handler):
    """Who hears what a topic says; ``Ref`` gives its ARN."""

    type = "AWS::SNS::Subscription"
    known = frozenset(
        {
            "DeliveryPolicy",
            "Endpoint",
            "FilterPolicy",
            "FilterPolicyScope",
            "Protocol",
            "RawMessageDelivery",
            "RedrivePolicy",
            "TopicArn",
        }
    )
    create_only = frozenset({"TopicArn", "Protocol", "Endpoint"})

    def create(self, context: Context, props: Props) -> None:
        """Subscribe."""
        given = {key: _plain(props[key]) for key in _ATTRIBUTES if key in props}
        answer = context.call(
            "sns",
            "subscribe",
            TopicArn=props.get("TopicArn"),
            Protocol=props.get("Protocol"),
            Endpoint=props.get("Endpoint"),
            Attributes=given or None,
            ReturnSubscriptionArn=True,
        )
        context.claim(answer["SubscriptionArn"])

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Change what it lets through."""
        for key in _ATTRIBUTES:
            if old.get(key) != new.get(key):
                context.call(
                    "sns",
                    "set_subscription_attributes",
                    SubscriptionArn=context.physical_id,
                    AttributeName=key,
                    AttributeValue=_plain(new.get(key, {})),
                )

    def delete(self, context: Context, _props: Props) -> None:
        """Unsubscribe."""
        context.call("sns", "unsubscribe", SubscriptionArn=context.physical_id)

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its ARN."""
        return {"Arn": context.physical_id}


def _plain(value: object) -> str:
    return json.dumps(value) if isinstance(value, dict | list | bool) else str(value)
