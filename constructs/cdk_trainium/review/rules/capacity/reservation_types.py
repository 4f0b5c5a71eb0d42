"""Launches of several instance types into one reservation, which has one."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import MaybeAbsent, Unknown
from ...model import Launch
from ...model.targets import each_target, may_be_several, written_choices
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import reservation_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Count the types of a launch into one reservation; one that is written here is TRN351's, type by type.

    A mixed instances policy on a block is TRN342's.
    """
    targets = list(each_target([launch]).values())
    if len(targets) != 1 or may_be_several(launch) or any(written_choices(launch)) or _is_mixed_block(launch):
        return
    target, (path, owner) = targets[0], reservation_at(launch)
    known = sorted({item for item in launch.types if isinstance(item, str)})
    hidden = list({item: None for item in launch.types if isinstance(item, Unknown)})
    if len(known) > 1 and not isinstance(target, MaybeAbsent):
        text = f"reservation {shown(target)} has one instance type, the launch may be of {', '.join(known)}"
        yield Hit(f"{text}: nodes of one of them at most are in it", path, resource=owner)
    elif len(known) + len(hidden) > 1 or _is_hidden_list(launch):
        text = f"whether all nodes are of the one instance type of reservation {shown(target)}"
        yield cannot_tell(text, hidden[0] if hidden else target, path, owner)


def _is_mixed_block(launch: Launch) -> bool:
    return launch.block and launch.group is not None and launch.group.kind == "asg"


def _is_hidden_list(launch: Launch) -> bool:
    """Whether one hidden value stands for a list, which may hold several types."""
    return launch.group is not None and isinstance(launch.group.branch.properties.get("InstanceTypes"), Unknown)


RULE = Rule(
    id="TRN325",
    title="A launch into one reservation is of one instance type",
    level=Level.WARNING,
    why="A reservation has one instance type: nodes of every other run on demand, or do not start.",
    source="EC2 User Guide, On-Demand Capacity Reservations; aws-parallelcluster pull requests 4381, 5817 and 5862",
    on="launch",
    check=check,
    fix="name one instance type, or target a resource group that holds a reservation of each",
)
