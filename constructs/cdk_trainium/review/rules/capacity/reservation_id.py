"""A reservation that is named by something that is no id of one."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.identifiers import BLOCK_ID, check_reservation_id
from ....findings import Level
from ...model import Launch
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Rule, from_problem
from .reservation_at import reservation_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge the form of literal ids; EC2 looks them up at launch only."""
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    values = [item for name in _NAMES for item in as_list(target.get(name))]
    path, resource = reservation_at(launch)
    for value in dict.fromkeys(item for item in values if isinstance(item, str)):
        problem = check_reservation_id(value)
        if problem is not None:
            hit = from_problem(problem, path)
            yield Hit(hit.message, path, hit.hint, resource=resource)


_NAMES = ("CapacityReservationId", "CapacityReservationIds")

RULE = Rule(
    id=BLOCK_ID,
    title="A launch targets the id of a reservation (`cr-…`), not that of a block (`cb-…`)",
    level=Level.ERROR,
    why="EC2 refuses the id at the first launch, after the stack was made.",
    source="EC2 API, CapacityReservationTarget",
    on="launch",
    check=check,
    fix="give the id cr-… of the reservation",
)
