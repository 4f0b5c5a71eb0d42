"""The reservation belongs to this account, or is shared with it."""

from __future__ import annotations

from ..check import Check, Examination, info, left_to, ok
from ..plan import Plan
from ..question import question
from ..reservation import RESERVATION_ACTIONS, named, with_reservation

WHO = question("sts", "GetCallerIdentity")


def examine(plan: Plan, subject: str) -> Examination:
    """Tell which reservations of one group another account owns."""
    (who,) = yield (WHO,)
    rows = yield from named(plan, subject)
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    account = who.row.text("Account")
    shared = [row for row in rows if row.text("OwnerId") != account]
    if not shared:
        return ok(f"owned by {account}")
    names = ", ".join(f"{row.text('CapacityReservationId')} of {row.text('OwnerId')}" for row in shared)
    text = f"shared from another account: {names}; free slots go first come, first served, and only the owner extends"
    return info(text, "agree with the owner who uses which slots")


CHECK = Check(
    id="reservation-owner",
    title="Whose reservation it is",
    why="Slots of a shared reservation are taken first come, first served, and only its owner can extend it.",
    passes="Always; tells when another account owns it.",
    fails="Never.",
    command="aws ec2 describe-capacity-reservations --query 'CapacityReservations[].[OwnerId]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservation-sharing.html",
    inputs=("groups[].capacity.ids",),
    actions=(*RESERVATION_ACTIONS, "sts:GetCallerIdentity"),
    subjects=with_reservation,
    examine=examine,
)
