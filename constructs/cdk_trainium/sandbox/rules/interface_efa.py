"""EFA: only types that have it, one per network card, so many per node, and only on cards that take it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

UNSUPPORTED = Rule(
    id="efa-unsupported",
    title="EFA on a type without EFA is refused.",
    code="UnsupportedOperation",
    source="EC2's answer as quoted in public reports: 'EFA interfaces are not supported on m5.2xlarge'",
)
RULE = Rule(
    id="efa-count",
    title="A second EFA on one network card, one on a card that takes none, and more than the type has, are refused.",
    code="AttachmentLimitExceeded",
    source="Public report on p6-b300: AttachmentLimitExceeded on Network Card 0 limit 0; EC2 User Guide: one per card",
)
INTERFACE_TYPE = Rule(
    id="interface-type",
    title="An interface type other than interface, efa and efa-only is refused.",
    code="InvalidParameterValue",
    source="EC2 API, InstanceNetworkInterfaceSpecification; no source publishes the code",
    sourced=False,
)
TYPES = ("interface", "efa", "efa-only")


def check(launch: Launch) -> None:
    """Refuse EFAs that the type cannot carry."""
    from ..ec2 import offers

    unknown = next((item.type for item in launch.interfaces if item.type not in TYPES), None)
    if unknown:
        raise INTERFACE_TYPE.refuse(f"Value ({unknown}) for parameter interfaceType is invalid.")
    per_card = Counter(item.card for item in launch.interfaces if item.efa)
    if not per_card:
        return
    network = (offers.type_info(launch.instance_type) or {}).get("NetworkInfo", {})
    if not network.get("EfaSupported"):
        raise UNSUPPORTED.refuse(f"EFA interfaces are not supported on {launch.instance_type}")
    cards = offers.card_limits(launch.instance_type)
    for card, count in per_card.items():
        allowed = 1 if "efa" in cards.get(card, {}).get("InterfaceTypes", []) else 0
        if count > allowed:
            raise RULE.refuse(f"EFA interface count {count} exceeds the limit {allowed} on Network Card {card}")
    limit = int(network["EfaInfo"]["MaximumEfaInterfaces"])
    if per_card.total() > limit:
        raise RULE.refuse(
            f"EFA interface count {per_card.total()} exceeds the limit {limit} for {launch.instance_type}"
        )
