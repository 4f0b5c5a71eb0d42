"""A reservation, or group of reservations, that is named by something that is none."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.identifiers import BLOCK_ID, check_reservation_group, check_reservation_id
from ....findings import Level
from ...model import Launch
from ...model.values import as_list, as_map
from ...options import Context
from ...rule import Hit, Rule, from_problem
from .reservation_at import reservation_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge the form of literal ids and ARNs; EC2 looks them up at launch only."""
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    path, resource = reservation_at(launch)
    for name, form in _FORMS.items():
        values = [*as_list(target.get(name)), *as_list(target.get(f"{name}s"))]
        for value in dict.fromkeys(item for item in values if isinstance(item, str)):
            problem = form(value)
            if problem is not None:
                hit = from_problem(problem, path)
                yield Hit(hit.message, path, hit.hint, resource=resource)


_FORMS = {
    "CapacityReservationId": check_reservation_id,
    "CapacityReservationResourceGroupArn": check_reservation_group,
}

RULE = Rule(
    id=BLOCK_ID,
    title="A launch targets a reservation (`cr-…`) or a resource group, not a block (`cb-…`)",
    level=Level.ERROR,
    why="EC2 refuses the id at the first launch, after the stack was made.",
    source="EC2 API, CapacityReservationTarget",
    on="launch",
    check=check,
    fix="give the id cr-… of the reservation, or the ARN of the resource group",
)
