"""A placement group's strategy is one of four, and partitions belong to one of them."""

from __future__ import annotations

from ..refusal import Rule

RULE = Rule(
    id="placement-group-strategy",
    title="An unknown strategy, a partition count over 7, and partitions without that strategy are refused.",
    code="InvalidParameterValue",
    source="EC2 API, CreatePlacementGroup; EC2 User Guide, placement strategies (up to 7 partitions per zone)",
)
STRATEGIES = ("cluster", "partition", "precision-time", "spread")
PARTITIONS = 7


def check(strategy: str, partitions: object) -> None:
    """Refuse a strategy or a partition count that EC2 does not know."""
    if strategy not in STRATEGIES:
        raise RULE.refuse(f"Value ({strategy}) for parameter strategy is invalid. Unknown placement group strategy.")
    if partitions is None:
        return
    if strategy != "partition" or not 1 <= int(str(partitions)) <= PARTITIONS:
        raise RULE.refuse(f"Value ({partitions}) for parameter partitionCount is invalid.")
