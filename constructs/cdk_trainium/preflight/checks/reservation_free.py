"""One reservation has free slots for the whole group."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.quantity import quantity
from ..check import Check, Examination, Outcome, ask, fail, left_to, ok, unknown
from ..plan import Plan
from ..question import Answer, Row
from ..questions import instances
from ..reservation import RESERVATION_ACTIONS, ids_by_group, named, with_reservation
from ..usage import instance_rows, own


def examine(plan: Plan, subject: str) -> Examination:
    """Hold the nodes of all groups that name the same reservations, by id or group, against the free slots of each."""
    rows = yield from named(plan, subject)
    active = [row for row in rows if row.text("State") == "active"]
    if not active:
        return left_to("reservation-state", "none of the reservations is active")
    ids = yield from ids_by_group(plan)
    sharing = [other for other in plan.demand.groups if ids.get(other.name, frozenset()) & ids[subject]]
    if any(other.count is None for other in sharing):
        return unknown(
            f"the count of {', '.join(other.name for other in sharing if other.count is None)} is not determined"
        )
    need = sum(other.count or 0 for other in sharing)
    free = {row.text("CapacityReservationId"): int(row.number("AvailableInstanceCount")) for row in active}
    if max(free.values()) < need and plan.demand.stacks:
        running = yield from ask(instances())
        free = {key: count + _own_in(plan, running, key) for key, count in free.items()}
    return _judged(need, free, active, [other.name for other in sharing])


def _own_in(plan: Plan, running: Answer, key: str) -> int:
    mine = [row for row in instance_rows(running) if own(row, plan.demand.stacks)]
    return sum(1 for row in mine if row.text("CapacityReservationId", "-") == key)


def _judged(need: int, free: dict[str, int], rows: Sequence[Row], groups: Sequence[str]) -> list[Outcome]:
    total = {row.text("CapacityReservationId"): int(row.number("TotalInstanceCount")) for row in rows}
    text = "; ".join(f"{key} has {quantity(count)} of {quantity(total[key])} free" for key, count in free.items())
    whole = f"{text}; {', '.join(groups)} need {quantity(need)} in one reservation"
    if max(free.values()) >= need:
        return ok(whole, free=free, need=need)
    hint = "a freed slot takes minutes to be usable again; otherwise shrink the group or split it over reservations"
    return fail(whole, hint, free=free, need=need)


CHECK = Check(
    id="reservation-free",
    title="One reservation has free slots for the whole group",
    why="A launch targets one reservation; free slots of several do not add up.",
    passes="AvailableInstanceCount of one reservation (with the plan's own nodes in it) >= nodes that name it.",
    fails="Fewer are free.",
    command="aws ec2 describe-capacity-reservations --query 'CapacityReservations[].[AvailableInstanceCount]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CapacityReservation.html",
    inputs=("groups[].capacity.ids", "groups[].count"),
    actions=(*RESERVATION_ACTIONS, "ec2:DescribeInstances"),
    subjects=with_reservation,
    examine=examine,
)
