"""The reservation has time left before EC2 takes the nodes back."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..check import Check, Examination, Outcome, fail, info, left_to, ok, warn
from ..plan import Plan
from ..question import Row
from ..reservation import RESERVATION_ACTIONS, is_block, named, with_reservation

SHORT = timedelta(hours=2)


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the end of every reservation of one group against the clock."""
    group = plan.groups[subject]
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    minutes = 60 if group.ultraserver_type or group.instance_type.startswith("trn2u.") else 30
    current = [row for row in rows if row.text("State") in ("active", "scheduled")] or rows
    return [outcome for row in current for outcome in _judged(plan.now, row, timedelta(minutes=minutes))]


def _judged(now: datetime, row: Row, lead: timedelta) -> list[Outcome]:
    key, end = row.text("CapacityReservationId"), row.time("EndDate")
    if end is None:
        return (
            fail(f"{key} is a block without an end date", "ask for it again")
            if is_block(row)
            else ok(f"{key} has no end")
        )
    reclaim = end - lead if is_block(row) else end
    what = f"{key} ends {_utc(end)}, EC2 takes its nodes back from {_utc(reclaim)}"
    if reclaim <= now:
        return fail(what, "buy or extend a block before deploying", end=_utc(end), reclaim=_utc(reclaim))
    if reclaim - now < SHORT:
        return warn(f"{what}, in less than two hours", "extend the block, or wait", end=_utc(end))
    return info(what, end=_utc(end), reclaim=_utc(reclaim)) if is_block(row) else ok(what)


def _utc(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


CHECK = Check(
    id="reservation-window",
    title="The reservation has time left before EC2 takes the nodes back",
    why="Nodes of a block are terminated 30 minutes before its end; of an UltraServer 60 (inferred for Trn2).",
    passes="The reservation has no end, or more than two hours until its nodes go.",
    fails="Its nodes are already being taken back; warns below two hours.",
    command="aws ec2 describe-capacity-reservations --query 'CapacityReservations[].[StartDate,EndDate]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-how.html",
    inputs=("groups[].capacity.ids", "groups[].ultraserver_type"),
    actions=(*RESERVATION_ACTIONS,),
    subjects=with_reservation,
    examine=examine,
)
