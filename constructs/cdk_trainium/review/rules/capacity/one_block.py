"""A group that targets several Capacity Blocks."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import MaybeAbsent, Unknown
from ...model import Launch
from ...model.values import as_map, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import reservation_at

_LISTS = ("CapacityReservationIds", "CapacityReservationResourceGroupArns")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Count the targets; a resource group of blocks is one, whatever it holds."""
    if not launch.block:
        return
    path, owner = reservation_at(launch)
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    named = [item for item in launch.targets if not isinstance(item, MaybeAbsent)]
    unseen = [item for item in launch.targets if isinstance(item, MaybeAbsent)]
    lists = [target[name] for name in _LISTS if isinstance(target.get(name), Unknown)]
    hidden = next(iter(lists or unseen), None)
    if len(named) > 1 and not lists:
        names = ", ".join(map(shown, named))
        yield Hit(f"a capacity block group targets several reservations: {names}", path, resource=owner)
    elif named and hidden is not None:
        yield cannot_tell("whether CapacityReservationTarget names one block", hidden, path, owner)


RULE = Rule(
    id="TRN358",
    title="A group launches into one Capacity Block",
    level=Level.WARNING,
    why="Amazon EC2 Auto Scaling documents one block per group: the other is paid for and may stay empty.",
    source="Amazon EC2 Auto Scaling User Guide, Capacity Blocks",
    on="launch",
    check=check,
    fix="one group per block",
)
