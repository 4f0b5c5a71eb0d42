"""A one-time scheduled action whose time has passed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ....wording import as_written
from ...model.schedule import start_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched

_FORM = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?")
"""``YYYY-MM-DDThh:mm:ssZ``, with what ISO 8601 allows beside it: only the first is documented."""


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Compare the day of ``StartTime`` with today's."""
    start, path = start_of(subject.branch), ("Properties", "StartTime")
    written = subject.branch.properties.get("StartTime")
    if isinstance(start, Unknown):
        yield cannot_tell("whether StartTime lies ahead", start, path)
    elif start is not None and isinstance(written, str) and not _FORM.fullmatch(written):
        got = f"got {as_written(written)}; allowed: 2027-01-31T12:00:00Z"
        text = f"StartTime has another form than Auto Scaling documents; {got}"
        yield Hit(text, path, "write it in UTC, with T and Z")
    elif start is not None and start.date() < context.options.today:
        yield Hit(f"StartTime {start:%Y-%m-%d %H:%M} UTC is past on {context.options.today}", path)


RULE = Rule(
    id="TRN355",
    title="A one-time scheduled action lies ahead, and its time can be read",
    level=Level.WARNING,
    why="Auto Scaling refuses a new action in the past; one that fired is gone, and cannot be changed or deleted.",
    source="PutScheduledUpdateGroupAction: Given start time is in the past; field reports of terraform-provider-aws",
    on="AWS::AutoScaling::ScheduledAction",
    check=check,
    fix="correct its time, or remove an action that has fired (groups of this package: phase active or expired)",
)
