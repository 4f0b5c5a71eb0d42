"""A scheduled action that asks for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model.values import member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched

_SIZES = ("MinSize", "MaxSize", "DesiredCapacity")


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Look for a size, whichever it is; a macro may add one."""
    asked = [member(subject.branch.properties, name) for name in _SIZES]
    if not any(name in subject.branch.properties for name in _SIZES):
        hidden = next((size for size in asked if isinstance(size, Unknown)), None)
        if hidden is not None:
            yield cannot_tell("whether the action says a size", hidden, ("Properties",))
        elif subject.branch.unread is None:
            yield Hit(f"the action says no size; allowed: at least one of {', '.join(_SIZES)}", ("Properties",))


RULE = Rule(
    id="TRN394",
    title="A scheduled action says at least one size",
    level=Level.ERROR,
    why="Auto Scaling refuses the action, and the stack rolls back.",
    source="EC2 Auto Scaling API, PutScheduledUpdateGroupAction: at least one of MaxSize, MinSize, DesiredCapacity",
    on="AWS::AutoScaling::ScheduledAction",
    check=check,
    fix="write the sizes that the group shall have then, such as DesiredCapacity: 0",
)
