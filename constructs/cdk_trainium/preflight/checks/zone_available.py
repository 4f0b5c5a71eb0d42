"""The zone of the group exists, is available and the account is opted in to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...demand.model import Group
from ..check import Check, Examination, Outcome, ask, fail, left_to, ok
from ..plan import Plan
from ..question import Row
from ..questions import subnet_rows, zones
from ..reservation import RESERVATION_ACTIONS, zones_of_reservations
from ..zones import WHERE, by_id, by_name, other_zone, says_zone, wanted_zones, zone_problems


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that say where they run."""
    return [group.name for group in plan.demand.groups if _says_where(group)]


def _says_where(group: Group) -> bool:
    return bool(says_zone(group) or group.subnet_ids or group.capacity.named)


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the zones of one group; what they say of themselves needs no answer."""
    group = plan.groups[subject]
    wrong = zone_problems(group, plan.region, plan.catalog)
    if wrong:
        return [fail(one.message, f"use {one.allowed}")[0] for one in wrong]
    answer = yield from ask(zones(plan))
    names = by_name(answer)
    if group.zone and group.zone not in names:
        return _no_zone(plan, group.zone, names)
    if told := other_zone(group, names):
        return fail(told, "name the zone once")
    subnets = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    wanted = wanted_zones(group, subnets, names)
    if not wanted and not group.subnet_ids:
        wanted = yield from zones_of_reservations(plan, subject)
        if not wanted:
            return left_to("reservation-state", "none of the reservations exists")
    return _usable(plan, wanted, by_id(answer))


def _no_zone(plan: Plan, zone: str, known: Mapping[str, Row]) -> list[Outcome]:
    return fail(f"{plan.region} has no zone {zone}", f"zones of this account: {', '.join(sorted(known))}")


def _usable(plan: Plan, wanted: Sequence[str], ids: Mapping[str, Row]) -> list[Outcome]:
    for zone in wanted:
        if zone not in ids:
            return _no_zone(plan, zone, ids)
        if ids[zone].text("State") != "available":
            return fail(f"zone {zone} is {ids[zone].text('State')}", "use another zone")
        kind = ids[zone].text("ZoneType")
        # Availability zones need no opt-in; local and wavelength zones do.
        if kind != "availability-zone" and ids[zone].text("OptInStatus") != "opted-in":
            return fail(f"the account is not opted in to {zone} ({kind})", "aws ec2 modify-availability-zone-group")
    return ok(f"{', '.join(wanted)} available") if wanted else fail("no subnet of the group exists", "check the ids")


CHECK = Check(
    id="zone-available",
    title="The zone exists and the account may use it",
    why="Zone ids and names are mixed up easily, and a local zone needs an opt-in of its own.",
    passes="The zone is listed, available and opted in.",
    fails="It is not listed, not available, not opted in, or its name and its id are two zones.",
    command="aws ec2 describe-availability-zones --all-availability-zones",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAvailabilityZones.html",
    inputs=WHERE,
    actions=("ec2:DescribeAvailabilityZones", "ec2:DescribeSubnets", *RESERVATION_ACTIONS),
    subjects=subjects,
    examine=examine,
)
