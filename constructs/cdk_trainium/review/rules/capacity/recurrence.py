"""A recurring scheduled action whose schedule Auto Scaling cannot read."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.recurrence import NO_RECURRENCE, check_recurrence, is_of_other_service, read_recurrence
from ....findings import Level
from ....template import Unknown, known_text
from ....wording import as_written
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem, unknown
from ...subjects import Branched

_PATH = ("Properties", "Recurrence")


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Read ``Recurrence``; of one that is partly hidden its begin may tell that it is none."""
    written = subject.branch.properties.get("Recurrence")
    if isinstance(written, Unknown) and not is_of_other_service(written.text):
        yield cannot_tell("whether Recurrence can be read", written, _PATH)
    elif written is not None and not isinstance(written, list | dict):
        yield from _judged(known_text(written))


def _judged(text: str) -> Iterator[Hit]:
    problem = check_recurrence(text)
    if problem is not None:
        yield from_problem(problem, _PATH)
    elif read_recurrence(text) is None:
        yield unknown(f"Recurrence has words of which nothing is documented; got {as_written(text)}", _PATH)


RULE = Rule(
    id=NO_RECURRENCE,
    title="A recurrence is minute, hour, day of month, month and day of week",
    level=Level.ERROR,
    why="Auto Scaling refuses the action, and the stack rolls back; cron() and rate() are of other services.",
    source="EC2 Auto Scaling API, PutScheduledUpdateGroupAction: five fields separated by white spaces; "
    "aws-cdk issue 1181, terraform-provider-aws issue 11068",
    on="AWS::AutoScaling::ScheduledAction",
    check=check,
    fix="write five fields, such as 0 10 * * MON-FRI, without cron(), seconds or a year; * in place of ?",
)
