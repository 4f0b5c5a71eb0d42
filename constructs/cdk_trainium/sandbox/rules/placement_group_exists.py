"""A placement group that a request names must exist."""

from __future__ import annotations

from ..refusal import Refusal, Rule

RULE = Rule(
    id="placement-group-exists",
    title="An unknown placement group is refused.",
    code="InvalidPlacementGroup.Unknown",
    source="EC2 API error codes: InvalidPlacementGroup.Unknown",
)


def refusal(name: str) -> Refusal:
    """Return the refusal for the unknown group ``name``."""
    return RULE.refuse(f"The Placement Group '{name}' is unknown.")
