"""What becomes of an interrupted node goes with the spot request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="spot-interruption",
    title="A one-time spot request that stops or hibernates its node, and a persistent one that terminates it, are "
    "refused.",
    code="InvalidParameterCombination",
    source="EC2 API, SpotMarketOptions; EC2's answers as quoted in harmony-ops issue 285 and cdk-spot-one issue 206",
)
_KEPT = ("stop", "hibernate")


def check(launch: Launch) -> None:
    """Refuse the behavior that the type of request does not have; EC2 shows a missing type as null."""
    options = (launch.data.get("InstanceMarketOptions") or {}).get("SpotOptions") or {}
    if launch.market != "spot":
        return
    kind, behavior = options.get("SpotInstanceType"), options.get("InstanceInterruptionBehavior") or "terminate"
    if kind == "persistent" and behavior not in _KEPT:
        raise RULE.refuse(
            f"The {behavior} InstanceInterruptionBehavior is not supported when requestType is set to {kind}."
        )
    if kind != "persistent" and behavior in _KEPT:
        text = f"The request with type '{kind or 'null'}' is not supported when instanceInterruptionBehavior is set to"
        raise RULE.refuse(f"{text} '{behavior}'.")
