"""A scheduled action says at least one size."""

from __future__ import annotations

from ..refusal import Rule

RULE = Rule(
    id="schedule-sizes",
    title="A scheduled action without any size is refused.",
    code="ValidationError",
    source="EC2 Auto Scaling API, PutScheduledUpdateGroupAction: you must specify at least one of the sizes",
)


def check(*sizes: int | None) -> None:
    """Refuse an action all of whose ``sizes`` are missing."""
    if all(size is None for size in sizes):
        raise RULE.refuse("At least one of max size, min size, or desired capacity must be specified")
