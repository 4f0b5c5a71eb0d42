"""A scheduled action starts in the future, and one-time actions that have fired are gone."""

from __future__ import annotations

from datetime import datetime

from ..refusal import Rule

RULE = Rule(
    id="schedule-past",
    title="A scheduled action whose start time is past is refused.",
    code="ValidationError",
    source="terraform-provider-aws issue 3033: 'Given start time is in the past'",
)
GONE = Rule(
    id="schedule-gone",
    title="A scheduled action that has fired cannot be deleted any more.",
    code="ValidationError",
    source="terraform-provider-aws issue 19446: 'Scheduled action name not found'",
)


def check(start: datetime | None, now: datetime) -> None:
    """Refuse a start time that is not in the future."""
    if start is not None and start <= now:
        raise RULE.refuse("Given start time is in the past")
