"""The reservation lies in the zone of the group's subnets; compared by zone id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...demand.model import Group
from ..check import Check, Examination, Outcome, ask, fail, left_to, ok
from ..plan import Plan
from ..question import Row
from ..questions import subnet_rows, zones
from ..reservation import RESERVATION_ACTIONS, named, of_any, zone_id
from ..zones import by_name, says_zone, wanted_zones


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that name both a reservation and where they run."""
    return [g.name for g in plan.demand.groups if g.capacity.named and (g.subnet_ids or says_zone(g))]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare zone ids: a block shared from another account may have the same zone name and lie elsewhere."""
    group = plan.groups[subject]
    rows = yield from named(plan, subject)
    subnets = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    names = by_name((yield from ask(zones(plan)))) if says_zone(group) and not group.zone_id else {}
    if not rows:
        return left_to("reservation-state", "none of the reservations exists")
    wanted = wanted_zones(group, subnets, names)
    each = []
    for row in rows:
        each.append(_judged(group, row, (yield from zone_id(plan, row)), subnets, wanted))
    return of_any(group, each)


def _judged(group: Group, row: Row, zone: str, subnets: Mapping[str, Row], wanted: Sequence[str]) -> list[Outcome]:
    if zone in wanted and len(wanted) == 1:
        return ok(f"{row.text('CapacityReservationId')} in {zone}")
    return fail(_text(group, row, zone, subnets, wanted), f"use a subnet in {zone}")


def _text(group: Group, row: Row, zone: str, subnets: Mapping[str, Row], wanted: Sequence[str]) -> str:
    where = ", ".join(
        f"{one} in {subnets[one].text('AvailabilityZoneId')}" for one in group.subnet_ids if one in subnets
    )
    runs = where or ", ".join(wanted) or "no zone"
    return f"{row.text('CapacityReservationId')} lies in {zone}, the group runs in {runs}"


CHECK = Check(
    id="reservation-zone",
    title="The reservation lies in the zone of the group",
    why="A launch outside the reservation's zone cannot use it. Zone names differ between accounts, ids do not.",
    passes="The zone id of the reservation is the only one of the group's subnets or zone.",
    fails="It differs, or the subnets lie in further zones.",
    command="aws ec2 describe-capacity-reservations --query 'CapacityReservations[].[AvailabilityZoneId]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-launch.html",
    inputs=("groups[].capacity.ids", "groups[].subnet_ids", "groups[].zone", "groups[].zone_id", "groups[].zones"),
    actions=(*RESERVATION_ACTIONS, "ec2:DescribeSubnets", "ec2:DescribeAvailabilityZones"),
    subjects=subjects,
    examine=examine,
)
