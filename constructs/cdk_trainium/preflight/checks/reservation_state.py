"""The reservation or block exists and can be launched into."""

from __future__ import annotations

from ...demand.model import Group
from ..check import Check, Examination, Outcome, ask, fail, info, ok
from ..plan import Plan
from ..question import Answer, Row
from ..reservation import RESERVATION_ACTIONS, STATES, members_of, named, with_reservation

CONSECUTIVE = ("scheduled", "expired")
"""States that blocks of one group may have while another of them is active: one follows the other."""


def examine(plan: Plan, subject: str) -> Examination:
    """Judge every reservation of one group; each must be usable."""
    group = plan.groups[subject]
    rows = yield from named(plan, subject)
    found = {row.text("CapacityReservationId") for row in rows}
    lost = [one for one in group.capacity.ids if one not in found]
    if not group.capacity.ids and not rows:
        arn = group.capacity.resource_group_arn
        return _nothing_in(arn, (yield from ask(members_of(arn))))
    hint = "check the id (cr-…, not cb-…), the region, and that it is shared with you"
    missing = [fail(f"no such reservation: {one}", hint, lost=one) for one in lost]
    one_runs = any(row.text("State") == "active" for row in rows)
    judged = [_judged(group, row, one_runs=one_runs) for row in rows]
    return [outcome for outcomes in [*missing, *judged] for outcome in outcomes]


def _nothing_in(arn: str, members: Answer) -> list[Outcome]:
    if members.absent:
        return fail(f"no such resource group: {arn}", "check the ARN, the account and the region", lost=arn)
    return fail(f"resource group {arn} holds no capacity reservation", "put the reservations into it")


def _judged(group: Group, row: Row, *, one_runs: bool) -> list[Outcome]:
    key, state, start = row.text("CapacityReservationId"), row.text("State"), row.time("StartDate")
    why = STATES.get(state, "a state that this release does not know")
    if state in STATES and not why:
        return ok(f"{key} is active")
    when = f", starts {start.isoformat().replace('+00:00', 'Z')}" if start else ""
    text = f"{key} is {state}{when}: {why}"
    evidence = {"reservation": key, "state": state, "start": start.isoformat() if start else ""}
    if state == "scheduled" and group.desired == 0:
        return info(f"{text}; the group stays at 0 nodes until then", **evidence)
    if one_runs and (state in CONSECUTIVE or not group.capacity.ids):
        return info(f"{text}; another one of the group is active", **evidence)
    hint = "deploy with 0 nodes until it starts" if state == "scheduled" else "use another reservation"
    return fail(text, hint, **evidence)


CHECK = Check(
    id="reservation-state",
    title="The reservation or block exists and can be launched into",
    why="A block is scheduled until it starts and launches fail until then; other states never take a launch.",
    passes="The state is active, or scheduled while the plan asks for 0 nodes now.",
    fails="Any other state, also one that this release does not know; a reservation that is not found.",
    command="aws ec2 describe-capacity-reservations --capacity-reservation-ids cr-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CapacityReservation.html",
    inputs=("groups[].capacity.ids", "groups[].desired"),
    actions=(*RESERVATION_ACTIONS,),
    subjects=with_reservation,
    examine=examine,
)
