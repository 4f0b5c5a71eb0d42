"""Shared by the checks of reservations and blocks: which ones a group names, and the table of states."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from .check import ask
from .plan import Plan
from .question import Answer, Question, Row, question
from .questions import reservation_rows

__all__ = ["RESERVATION_ACTIONS", "STATES", "is_block", "named", "with_reservation", "zones_of_reservations"]

RESERVATION_ACTIONS = ("ec2:DescribeCapacityReservations", "resource-groups:ListGroupResources")
STATES = {
    "active": "",
    "scheduled": "it has been bought and has not started yet",
    "pending": "EC2 has not provided the capacity yet",
    "payment-pending": "the payment has not cleared yet; after 12 hours it fails",
    "payment-failed": "the payment failed; the block was never provided",
    "assessing": "EC2 is still assessing the request",
    "delayed": "EC2 has not delivered the capacity in time",
    "unsupported": "EC2 does not support the request",
    "failed": "the request failed",
    "cancelling": "it is being cancelled",
    "cancelled": "it was cancelled",
    "expired": "it has ended",
    "unavailable": "EC2 says that it is unavailable",
}
"""State -> why nodes cannot launch; only an empty text lets them. A state that is not here lets none."""


def with_reservation(plan: Plan) -> Sequence[str]:
    """Return the groups that launch into reservations which exist."""
    return [group.name for group in plan.demand.groups if group.capacity.named]


def named(plan: Plan, subject: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], list[Row]]:
    """Return the reservations that one group names, as far as they exist."""
    capacity = plan.groups[subject].capacity
    rows = yield from reservation_rows()
    ids = capacity.ids or (yield from _members(capacity.resource_group_arn))
    return [rows[one] for one in ids if one in rows]


def _members(arn: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, ...]]:
    """Return the reservations in the resource group ``arn``."""
    answer = yield from ask(question("resource-groups", "ListGroupResources", "Resources", Group=arn))
    arns = [row.row("Identifier").text("ResourceArn") for row in answer]
    return tuple(one.rpartition("/")[2] for one in arns if ":capacity-reservation/" in one)


def zones_of_reservations(
    plan: Plan, subject: str
) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, ...]]:
    """Return the ids of the zones of the reservations that one group names; asks nothing where it names none."""
    if not plan.groups[subject].capacity.named:
        return ()
    rows = yield from named(plan, subject)
    return tuple(sorted({row.text("AvailabilityZoneId") for row in rows}))


def is_block(row: Row) -> bool:
    """Whether ``row`` is a Capacity Block."""
    return row.text("ReservationType", "default") == "capacity-block"
