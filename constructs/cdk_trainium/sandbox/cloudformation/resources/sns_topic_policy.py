"""``AWS::SNS::TopicPolicy``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .handler import Context, Handler, Props

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["TopicPolicy"]


class TopicPolicy(Handler):
    """Who may publish to topics."""

    type = "AWS::SNS::TopicPolicy"
    known = frozenset({"PolicyDocument", "Topics"})

    def create(self, context: Context, props: Props) -> None:
        """Put the policy on each topic."""
        document, topics = self.required(props, "PolicyDocument", "Topics")
        _set(context, topics, json.dumps(document))
        context.claim(context.name(64))

    def update(self, context: Context, old: Props, new: Props) -> None:
        """Put it again, and the default one on topics that it left."""
        _set(context, new["Topics"], json.dumps(new["PolicyDocument"]))
        _reset(context, set(old["Topics"]) - set(new["Topics"]))

    def delete(self, context: Context, props: Props) -> None:
        """Put the default policy back."""
        _reset(context, props["Topics"])

    def attributes(self, context: Context, _props: Props) -> Props:
        """Return its id."""
        return {"Id": context.physical_id}


def _set(context: Context, topics: Iterable[str], policy: str) -> None:
    for arn in topics:
        context.call("sns", "set_topic_attributes", TopicArn=arn, AttributeName="Policy", AttributeValue=policy)


def _reset(context: Context, topics: Iterable[str]) -> None:
    for arn in sorted(topics):
        statement = {
            "Sid": "__default_statement_ID",
            "Effect": "Allow",
            "Principal": {"AWS": "*"},
            "Action": ["SNS:Publish", "SNS:Subscribe", "SNS:GetTopicAttributes", "SNS:SetTopicAttributes"],
            "Resource": arn,
            "Condition": {"StringEquals": {"AWS:SourceOwner": context.account}},
        }
        _set(context, [arn], json.dumps({"Version": "2008-10-17", "Statement": [statement]}))
