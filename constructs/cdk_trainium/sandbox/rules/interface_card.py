"""Network cards: the type has so many, and each holds so many interfaces."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..refusal import Refusal, Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="interface-count",
    title="More interfaces than the type or one of its network cards holds are refused.",
    code="AttachmentLimitExceeded",
    source="EC2's answer as quoted in public reports: 'Interface count 4 exceeds the limit for t3.medium'",
)
CARD = Rule(
    id="interface-card",
    title="A network card that the type lacks, and a device index that the card lacks, are refused.",
    code="AttachmentLimitExceeded",
    source="EC2 User Guide, network cards; DescribeInstanceTypes NetworkCards; no source publishes the code",
    sourced=False,
)


def check(launch: Launch) -> None:
    """Refuse interfaces that the type's cards cannot hold."""
    from ..ec2 import offers

    cards = offers.card_limits(launch.instance_type)
    per_card = Counter(item.card for item in launch.interfaces)
    for item in launch.interfaces:
        if item.card not in cards:
            raise CARD.refuse(f"Network card index {item.card} exceeds the limit for {launch.instance_type}.")
        limit = int(cards[item.card]["MaximumNetworkInterfaces"])
        if item.device >= limit:
            raise CARD.refuse(
                f"Device index {item.device} exceeds the limit of network card {item.card} of {launch.instance_type}."
            )
        if per_card[item.card] > limit:
            raise _count(launch)


def _count(launch: Launch) -> Refusal:
    return RULE.refuse(f"Interface count {len(launch.interfaces)} exceeds the limit for {launch.instance_type}")
