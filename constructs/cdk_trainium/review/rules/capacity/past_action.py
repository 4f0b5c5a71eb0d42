"""A one-time scheduled action whose time has passed."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model.schedule import start_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Compare the day of ``StartTime`` with today's."""
    start, path = start_of(subject.branch), ("Properties", "StartTime")
    if isinstance(start, Unknown):
        yield cannot_tell("whether StartTime lies ahead", start, path)
    elif start is not None and start.date() < context.options.today:
        yield Hit(f"StartTime {start:%Y-%m-%d %H:%M} UTC is past on {context.options.today}", path)


RULE = Rule(
    id="TRN355",
    title="A one-time scheduled action lies ahead",
    level=Level.WARNING,
    why="Auto Scaling refuses a new action in the past; one that fired is gone, and cannot be changed or deleted.",
    source="PutScheduledUpdateGroupAction: Given start time is in the past; field reports of terraform-provider-aws",
    on="AWS::AutoScaling::ScheduledAction",
    check=check,
    fix="correct its time, or remove an action that has fired (groups of this package: phase active or expired)",
)
