"""Shared by the checks of reservations and blocks: which ones a group names, and the table of states."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from ..constraints.market import SPOT_WITH_RESERVATION, check_market
from ..demand.model import Group
from ..errors import Problem
from ..findings import Status
from .check import Outcome, ask
from .engine import worst
from .plan import Plan
from .question import Answer, Question, Row, question
from .questions import reservations, zones
from .reservation_row import STATES, is_block, market_type

__all__ = [
    "RESERVATION_ACTIONS",
    "STATES",
    "ids_by_group",
    "is_block",
    "members_of",
    "named",
    "of_any",
    "spot_with_target",
    "with_reservation",
    "zone_id",
    "zones_of_reservations",
]

RESERVATION_ACTIONS = ("ec2:DescribeCapacityReservations", "resource-groups:ListGroupResources")


_FROM_WORST = (Status.FAIL, Status.UNKNOWN, Status.WARNING, Status.SKIPPED, Status.PASS)


def with_reservation(plan: Plan) -> Sequence[str]:
    """Return the groups that launch into reservations which exist."""
    return [group.name for group in plan.demand.groups if group.capacity.named]


def named(plan: Plan, subject: str) -> Generator[tuple[Question, ...], tuple[Answer, ...], list[Row]]:
    """Return the reservations that one group names, as far as they exist; of a resource group those for its launch.

    EC2 takes any of a resource group that matches, and leaves the others alone.
    Source: EC2 User Guide, cr-groups-launch.
    """
    capacity = plan.groups[subject].capacity
    arns = () if capacity.ids else (capacity.resource_group_arn,)
    listed, *members = yield (reservations(), *(members_of(arn) for arn in arns))
    rows = {row.text("CapacityReservationId"): row for row in listed.existing}
    ids = capacity.ids or _members(members[0])
    found = [rows[one] for one in ids if one in rows]
    if capacity.ids:
        return found
    of_type = _some(found, lambda row: row.text("InstanceType") == plan.groups[subject].instance_type)
    of_kind = _some(of_type, lambda row: is_block(row) == (capacity.kind == "block"))
    launch = plan.groups[subject].launch
    return _some(of_kind, lambda row: launch is None or market_type(row) == launch.market_type)


def _some(rows: list[Row], fit: Callable[[Row], bool]) -> list[Row]:
    """Return those of ``rows`` that ``fit``; all where none does, and a single one unread."""
    return rows if len(rows) == 1 else [row for row in rows if fit(row)] or rows


def of_any(group: Group, each: Sequence[Sequence[Outcome]]) -> list[Outcome]:
    """Return the outcomes of all reservations that ``group`` names by id, those of the best of a resource group."""
    if group.capacity.ids:
        return [outcome for outcomes in each for outcome in outcomes]
    return list(max(each, key=lambda outcomes: _FROM_WORST.index(worst(outcomes))))


def ids_by_group(plan: Plan) -> Generator[tuple[Question, ...], tuple[Answer, ...], dict[str, frozenset[str]]]:
    """Return group -> ids of the reservations it names, those in its resource group included; asked all at once."""
    groups = [group for group in plan.demand.groups if group.capacity.named]
    arns = tuple(dict.fromkeys(one.capacity.resource_group_arn for one in groups if not one.capacity.ids))
    answers = (yield tuple(members_of(arn) for arn in arns)) if arns else ()
    members = {arn: _members(answer) for arn, answer in zip(arns, answers, strict=True)}
    return {one.name: frozenset(one.capacity.ids or members[one.capacity.resource_group_arn]) for one in groups}


def members_of(arn: str) -> Question:
    """Ask for the reservations in the resource group ``arn``."""
    return question("resource-groups", "ListGroupResources", "Resources", Group=arn)


def _members(answer: Answer) -> tuple[str, ...]:
    arns = [row.row("Identifier").text("ResourceArn") for row in answer.existing]
    return tuple(one.rpartition("/")[2] for one in arns if ":capacity-reservation/" in one)


def zones_of_reservations(
    plan: Plan, subject: str
) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, ...]]:
    """Return the ids of the zones of the reservations that one group names; asks nothing where it names none."""
    if not plan.groups[subject].capacity.named:
        return ()
    rows = yield from named(plan, subject)
    ids = []
    for row in rows:
        ids.append((yield from zone_id(plan, row)))
    return tuple(sorted({*ids}))


def zone_id(plan: Plan, row: Row) -> Generator[tuple[Question, ...], tuple[Answer, ...], str]:
    """Return the id of the zone of one reservation; where the answer gives its name alone, by the account's zones.

    Only of a reservation of the plan's own account: in another one the name may be that of another zone.
    Raises `UnansweredError` where nothing tells.
    """
    own = plan.demand.account and row.text("OwnerId", "") == plan.demand.account
    if own and row.has("AvailabilityZone") and not row.has("AvailabilityZoneId"):
        for zone in (yield from ask(zones(plan))):
            if zone.text("ZoneName") == row.text("AvailabilityZone"):
                return zone.text("ZoneId")
    return row.text("AvailabilityZoneId")


def spot_with_target(group: Group) -> list[Problem]:
    """Return what EC2 refuses of a spot launch that names a reservation, of whatever kind that is."""
    launch = group.launch
    found = check_market(launch.market_type, bool(launch.target)) if launch is not None else []
    return [problem for problem in found if problem.code == SPOT_WITH_RESERVATION]
