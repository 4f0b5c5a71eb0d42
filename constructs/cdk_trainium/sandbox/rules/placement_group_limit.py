"""A region holds 500 placement groups of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="placement-group-limit",
    title="A 501st placement group in a region is refused.",
    code="PlacementGroupLimitExceeded",
    source="EC2 API error codes: PlacementGroupLimitExceeded; EC2 User Guide: 500 per account and region",
)
LIMIT = 500


def check(state: RegionState) -> None:
    """Refuse one group too many."""
    if len(state.placement_groups) >= LIMIT:
        raise RULE.refuse(f"You have reached the limit of {LIMIT} placement groups in this Region.")
