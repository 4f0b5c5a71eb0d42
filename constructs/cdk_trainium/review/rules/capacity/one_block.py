"""A group that targets several Capacity Blocks."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_list, as_map, shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import reservation_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Count the targets; a resource group of blocks is one, whatever it holds."""
    if not launch.block:
        return
    path, owner = reservation_at(launch)
    listed = as_map(launch.reservation.get("CapacityReservationTarget")).get("CapacityReservationIds")
    if isinstance(listed, Unknown):
        yield cannot_tell("whether CapacityReservationIds names one block", listed, path, owner)
    elif len(as_list(listed)) > 1:
        names = ", ".join(map(shown, as_list(listed)))
        yield Hit(
            f"CapacityReservationIds names several reservations for a capacity block: {names}", path, resource=owner
        )


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
