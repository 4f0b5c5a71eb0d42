"""A reservation target that names reservations in two ways."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule
from .reservation_at import reservation_at

_ID, _GROUP = "CapacityReservationId", "CapacityReservationResourceGroupArn"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for ids beside resource groups, also in the lists of a group; several blocks are TRN358's."""
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    one, other = ([name for name in (single, f"{single}s") if target.get(name)] for single in (_ID, _GROUP))
    if one and other and not launch.block:
        path, resource = reservation_at(launch)
        yield Hit(f"{other[0]} beside {one[0]}: a target is one of them", path, resource=resource)


RULE = Rule(
    id="TRN377",
    title="A target is a reservation or a resource group",
    level=Level.WARNING,
    why="The API asks for one of the two; with both, one is not used, or the launch is refused.",
    source="EC2 Auto Scaling API, CapacityReservationTarget; EC2 API, CapacityReservationTarget",
    on="launch",
    check=check,
    fix="put the reservations into one resource group, and target that",
)
