"""A reservation, or group of reservations, that is named by something that is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....constraints.identifiers import BLOCK_ID, check_reservation_group, check_reservation_id
from ....findings import Level
from ....template import Blank, Value
from ...model import Launch
from ...model.values import as_list, as_map, shown
from ...options import Context
from ...rule import Hit, Rule, from_problem
from .reservation_at import reservation_at
from .reservation_group import GROUP_ARN, of_groups


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge the form of literal ids and ARNs, and the region of the latter; EC2 looks them up at launch only.

    An empty default is deployed as it is where nobody gives a value, and CloudFormation asks for none.
    """
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    path, resource = reservation_at(launch)
    region = context.world.region_of(launch.resource.template)
    ids, arns = (_literals(target, name) for name in ("CapacityReservationId", GROUP_ARN))
    problems = [*map(check_reservation_id, ids), *(check_reservation_group(arn, region) for arn in arns)]
    for problem in problems:
        if problem is not None:
            hit = from_problem(problem, path)
            yield Hit(hit.message, path, hit.hint, resource=resource)
    for hit in of_groups(target, context.world):
        yield hit if hit.resource is not None else hit._replace(path=path, resource=resource)
    for blank in dict.fromkeys(item for item in launch.targets if isinstance(item, Blank)):
        text = f"the target is {shown(blank)}: {blank.reason}, which is no id; every launch without a value is refused"
        yield Hit(text, path, "remove the default, so that a deployment must say it", Level.WARNING, resource)


def _literals(target: Mapping[str, Value], name: str) -> list[str]:
    """Return what launch data name once and Auto Scaling groups in a list."""
    values = [*as_list(target.get(name)), *as_list(target.get(f"{name}s"))]
    return list(dict.fromkeys(item for item in values if isinstance(item, str)))


RULE = Rule(
    id=BLOCK_ID,
    title="A launch targets a reservation (`cr-…`) or a resource group for reservations, not a block (`cb-…`)",
    level=Level.ERROR,
    why="EC2 refuses the id at the first launch, after the stack was made.",
    source="EC2 API, CapacityReservationTarget; EC2 User Guide, Capacity Reservation groups",
    on="launch",
    check=check,
    fix="give the id cr-… of the reservation, or the ARN of the resource group",
)
