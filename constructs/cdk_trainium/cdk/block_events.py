"""Events of Capacity Blocks, sent to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from aws_cdk import Stack
from aws_cdk import aws_events as events
from aws_cdk import aws_iam as iam
from aws_cdk import aws_sns as sns
from constructs import Construct
from pydantic import AfterValidator, Field

from ..spec.base import Spec
from ..spec.problem import bad
from ..spec.text import Email, ReservationId
from .context import Surroundings
from .given import checked_with
from .told_subnet import LIST_MARK

__all__ = ["BlockEvents"]

_LIFE = [
    "Capacity Block Delivered",
    "Capacity Block Reservation Delivered",
    "Capacity Block Expiration Warning",
    "Capacity Block Reservation Expiration Warning",
]
"""Both spellings of each: AWS's pages and its events differ."""
_INTERRUPTION = ["EC2 Capacity Reservation Instance Interruption Warning"]


def _counted(emails: list[str]) -> list[str]:
    """Refuse a list that is known at deployment only: each address is a subscription of the template."""
    if any(email.startswith(LIST_MARK) for email in emails):
        raise bad("TRN004", "is a list of unknown length", allowed="a list, whose addresses may be tokens")
    return emails


class _EventsSpec(Spec):
    reservation_ids: Annotated[list[ReservationId], Field(min_length=1)]
    emails: Annotated[list[Email], AfterValidator(_counted)]


class BlockEvents(Construct):
    """EventBridge rules that send a block's delivery, expiration warning and interruptions to an SNS topic.

    Source: EC2 User Guide, monitor Capacity Blocks using EventBridge.
    """

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        reservation_ids: Sequence[str],
        emails: Sequence[str] = (),
        topic: sns.ITopic | None = None,
    ) -> None:
        """Make the rules and, unless one is given, the topic.

        Args:
            scope: parent construct.
            id: construct id.
            reservation_ids: reservations of the blocks (``cr-…``).
            emails: addresses that subscribe to a made topic; each must confirm. Default: - none
            topic: an existing topic whose policy lets EventBridge publish. Default: - a topic is made

        Raises:
            PropsError: names every bad prop.
        """
        super().__init__(scope, id)
        self._around = around = Surroundings(self, scope, id)
        props = {"reservation_ids": reservation_ids, "emails": emails, "topic": topic}
        spec = checked_with(around.path, _EventsSpec, props)
        self.topic: sns.ITopic = topic or self._topic(spec.emails, around.stack)
        detail = {"capacity-reservation-id": spec.reservation_ids}
        self._rule("Life", {"source": ["aws.ec2"], "detail-type": _LIFE, "detail": detail})
        # This event names instances, not the reservation, so it cannot be narrowed down.
        self._rule("Interruption", {"source": ["aws.ec2"], "detail-type": _INTERRUPTION})

    def _topic(self, emails: Sequence[str], stack: Stack) -> sns.Topic:
        topic = sns.Topic(self, "Topic", enforce_ssl=True)
        topic.add_to_resource_policy(
            iam.PolicyStatement(
                sid="EventBridge",
                actions=["sns:Publish"],
                principals=[iam.ServicePrincipal("events.amazonaws.com")],
                resources=[topic.topic_arn],
                conditions={"StringEquals": {"aws:SourceAccount": stack.account}},
            )
        )
        for index, email in enumerate(dict.fromkeys(emails)):
            sns.CfnSubscription(self, f"Email{index}", topic_arn=topic.topic_arn, protocol="email", endpoint=email)
        return topic

    def _rule(self, id: str, pattern: dict[str, Any]) -> None:
        target = {"id": "Topic", "arn": self.topic.topic_arn}
        events.CfnRule(self, id, event_pattern=pattern, targets=[target])
