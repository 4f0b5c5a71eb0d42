"""Shared by the checks of reservations and blocks: which ones a group names, and the table of states."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from .plan import Plan
from .question import Answer, Question, Row, question
from .questions import reservations

__all__ = [
    "RESERVATION_ACTIONS",
    "STATES",
    "ids_by_group",
    "is_block",
    "named",
    "with_reservation",
    "zones_of_reservations",
]

RESERVATION_ACTIONS = ("ec2:DescribeCapacityReservations", "resource-groups:ListGroupResources")
_NONE = "InvalidCapacityReservationId.NotFound"
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
    arns = () if capacity.ids else (capacity.resource_group_arn,)
    listed, *members = yield (reservations(), *(_of_group(arn) for arn in arns))
    rows = {row.text("CapacityReservationId"): row for row in _existing(listed)}
    ids = capacity.ids or _members(members[0])
    return [rows[one] for one in ids if one in rows]


def _existing(listed: Answer) -> tuple[Row, ...]:
    """Return the reservations listed; EC2 saying that one does not exist is an answer as well: none does."""
    return () if listed.error is not None and listed.error.code == _NONE else listed.rows


def ids_by_group(plan: Plan) -> Generator[tuple[Question, ...], tuple[Answer, ...], dict[str, frozenset[str]]]:
    """Return group -> ids of the reservations it names, those in its resource group included; asked all at once."""
    groups = [group for group in plan.demand.groups if group.capacity.named]
    arns = tuple(dict.fromkeys(one.capacity.resource_group_arn for one in groups if not one.capacity.ids))
    answers = (yield tuple(_of_group(arn) for arn in arns)) if arns else ()
    members = {arn: _members(answer) for arn, answer in zip(arns, answers, strict=True)}
    return {one.name: frozenset(one.capacity.ids or members[one.capacity.resource_group_arn]) for one in groups}


def _of_group(arn: str) -> Question:
    """Ask for the reservations in the resource group ``arn``."""
    return question("resource-groups", "ListGroupResources", "Resources", Group=arn)


def _members(answer: Answer) -> tuple[str, ...]:
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
