"""The placement group of the launch is the one that the reservation was created in."""

from __future__ import annotations

from ..check import Check, Examination, Outcome, fail, left_to, ok, warn
from ..plan import Plan
from ..question import Row
from ..reservation import RESERVATION_ACTIONS, is_block, named, with_reservation


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the placement group of one group with that of every reservation it names."""
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    return [outcome for row in rows for outcome in _judged(plan.groups[subject].placement_group, row)]


def _judged(group: str, row: Row) -> list[Outcome]:
    key, arn = row.text("CapacityReservationId"), row.text("PlacementGroupArn", "")
    if is_block(row):
        if not group:
            return ok(f"{key} is a block: AWS places its nodes")
        return fail(f"{key} is a Capacity Block, which takes no placement group", f"leave {group} out")
    has = arn.rpartition("/")[2]
    if group.startswith("new:"):
        text = f"{key} exists already and cannot be in a placement group that the plan creates"
        return warn(text, "name the reservation's own placement group, or none")
    if has == group:
        return ok(f"{key} in {group}" if group else "neither names a placement group")
    if has:
        return fail(f"{key} was created in placement group {has}, the launch names {group or 'none'}", f"name {has}")
    text = f"{key} was created in no placement group: its slots may lie far apart, and the launch names {group}"
    return warn(text, "create the reservation in the placement group; it cannot be moved there later")


CHECK = Check(
    id="reservation-placement",
    title="The placement group of the launch is the one of the reservation",
    why="A reservation's placement group is fixed at creation, and a Capacity Block takes none.",
    passes="Both name the same placement group or none; a block with none.",
    fails="They differ; warns when only the launch names one.",
    command="aws ec2 describe-capacity-reservations --query 'CapacityReservations[].[PlacementGroupArn]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/cr-cpg.html",
    inputs=("groups[].capacity.ids", "groups[].placement_group"),
    actions=(*RESERVATION_ACTIONS,),
    subjects=with_reservation,
    examine=examine,
)
