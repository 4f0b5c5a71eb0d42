"""A time zone that Auto Scaling does not know."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.time_zones import NO_TIME_ZONE, check_time_zone
from ....findings import Level
from ....template import Unknown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem
from ...subjects import Branched

_PATH = ("Properties", "TimeZone")


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Look at the form of ``TimeZone``: which names there are is in no release of ours."""
    written = subject.branch.properties.get("TimeZone")
    if isinstance(written, Unknown):
        yield cannot_tell("whether TimeZone names a time zone", written, _PATH)
    problem = check_time_zone(written) if isinstance(written, str) else None
    if problem is not None:
        yield from_problem(problem, _PATH)


RULE = Rule(
    id=NO_TIME_ZONE,
    title="The time zone of a recurrence is a name of the IANA database",
    level=Level.ERROR,
    why="Auto Scaling refuses an offset or an abbreviation, and the stack rolls back.",
    source="EC2 Auto Scaling API, PutScheduledUpdateGroupAction TimeZone: canonical names of the IANA time zones",
    on="AWS::AutoScaling::ScheduledAction",
    check=check,
    fix="write a name such as Asia/Tokyo, or leave TimeZone out for UTC",
)
