"""Options of a market name the market."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..ec2.launch import Launch

RULE = Rule(
    id="market-type-missing",
    title="InstanceMarketOptions without MarketType is refused.",
    code="MissingParameter",
    source="terraform-provider-aws issue 38588: 'The request must contain the parameter MarketType'",
)


def check(launch: Launch) -> None:
    """Refuse options without a market; an empty object is not sent at all."""
    options = launch.data.get("InstanceMarketOptions") or {}
    if options and not options.get("MarketType"):
        raise RULE.refuse("The request must contain the parameter MarketType")
