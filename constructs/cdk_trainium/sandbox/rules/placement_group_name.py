"""A placement group's name is unique in its region."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

RULE = Rule(
    id="placement-group-name",
    title="A second placement group of the same name is refused.",
    code="InvalidPlacementGroup.Duplicate",
    source="EC2 API error codes: InvalidPlacementGroup.Duplicate",
)


def check(name: str, state: RegionState) -> None:
    """Refuse a name that is taken."""
    if name in state.placement_groups:
        raise RULE.refuse(f"The Placement Group '{name}' already exists.")
