"""The placement group of the launch is the one that the reservation was created in."""

from __future__ import annotations

from ..check import Check, Examination, Outcome, ask, fail, left_to, ok, warn
from ..plan import Plan
from ..question import Row
from ..reservation import RESERVATION_ACTIONS, is_block, named, of_any, with_reservation
from .reservation_owner import WHO


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the placement group of one group with that of every reservation it names."""
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    group = plan.groups[subject].placement_group
    account = ""
    if any(group and _named(row) == group for row in rows):  # the owner of a group tells whether its name means it
        account = (yield from ask(WHO)).row.text("Account")
    return of_any(plan.groups[subject], [_judged(group, account, row) for row in rows])


def _judged(group: str, account: str, row: Row) -> list[Outcome]:
    key = row.text("CapacityReservationId")
    if is_block(row):
        if not group:
            return ok(f"{key} is a block: AWS places its nodes")
        return fail(f"{key} is a Capacity Block, which takes no placement group", f"leave {group} out")
    if group.startswith("new:"):
        text = f"{key} exists already and cannot be in a placement group that the plan creates"
        return warn(text, "name the reservation's own placement group, or none")
    if group and _named(row):
        return _compared(key, row.text("PlacementGroupArn"), group, account)
    return _one_sided(key, _named(row), group)


def _one_sided(key: str, has: str, group: str) -> list[Outcome]:
    if has:
        text = f"{key} was created in placement group {has}, which its nodes are not attached to: the launch names none"
        return warn(text, f"name {has}; one that another account shares is named by its id (pg-…)")
    if not group:
        return ok("neither names a placement group")
    text = f"{key} was created in no placement group: its slots may lie far apart, and the launch names {group}"
    return warn(text, "create the reservation in the placement group; it cannot be moved there later")


def _compared(key: str, arn: str, group: str, account: str) -> list[Outcome]:
    """Compare two that are named; a name means a group of the account itself."""
    has, owner = arn.rpartition("/")[2], arn.split(":")[4:5]
    if has != group:
        return fail(f"{key} was created in placement group {has}, the launch names {group}", f"name {has}")
    if owner != [account]:
        text = f"{key} was created in placement group {arn}, the launch names {group} of account {account}"
        return fail(text, "name a placement group of another account by its id (pg-…)")
    return ok(f"{key} in {group}")


def _named(row: Row) -> str:
    return row.text("PlacementGroupArn", "").rpartition("/")[2]


CHECK = Check(
    id="reservation-placement",
    title="The placement group of the launch is the one of the reservation",
    why="A reservation's placement group is fixed at creation, and a Capacity Block takes none.",
    passes="Both name the same placement group or none; a block with none.",
    fails="They differ; warns when only one names a group: nodes that name none use the slots, not attached to it.",
    command="aws ec2 describe-capacity-reservations --query 'CapacityReservations[].[PlacementGroupArn]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/cr-cpg.html",
    inputs=("groups[].capacity.ids", "groups[].placement_group"),
    actions=(*RESERVATION_ACTIONS, "sts:GetCallerIdentity"),
    subjects=with_reservation,
    examine=examine,
)
