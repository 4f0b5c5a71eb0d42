"""The zone of the group exists, is available and the account is opted in to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...constraints.zones import check_zone_id, check_zone_name
from ...demand.model import Group
from ...errors import Problem
from ..check import Check, Examination, Outcome, ask, fail, ok, skip
from ..plan import Plan
from ..question import Row
from ..questions import subnet_rows, zones
from ..reservation import RESERVATION_ACTIONS, zones_of_reservations
from ..zones import by_id, by_name, wanted_zones


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that say where they run."""
    return [group.name for group in plan.demand.groups if _says_where(group)]


def _says_where(group: Group) -> bool:
    return bool(group.zone or group.zone_id or group.subnet_ids or group.capacity.named)


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the zones of one group; what they say of themselves needs no answer."""
    group = plan.groups[subject]
    wrong = [fail(one.message, f"use {one.allowed}")[0] for one in _of_other_form_or_region(plan, group)]
    if wrong:
        return wrong
    answer = yield from ask(zones(plan))
    names, ids = by_name(answer), by_id(answer)
    wrong = _two_zones(plan, group, names)
    if wrong:
        return wrong
    subnets = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    wanted = wanted_zones(group, subnets, names)
    if not wanted and not group.subnet_ids:
        wanted = yield from zones_of_reservations(plan, subject)
        if not wanted:
            return skip("none of the reservations exists, see reservation-state")
    return _usable(plan, wanted, ids)


def _two_zones(plan: Plan, group: Group, names: Mapping[str, Row]) -> list[Outcome]:
    if group.zone and group.zone not in names:
        return fail(f"{plan.region} has no zone {group.zone}", f"zones of this account: {', '.join(sorted(names))}")
    here = names[group.zone].text("ZoneId") if group.zone else group.zone_id
    if group.zone_id and group.zone_id != here:
        return fail(f"zone {group.zone} is {here} in this account, not {group.zone_id}", "name the zone once")
    return []


def _usable(plan: Plan, wanted: Sequence[str], ids: Mapping[str, Row]) -> list[Outcome]:
    for zone in wanted:
        if zone not in ids:
            return fail(f"{plan.region} has no zone {zone}", f"zones of this account: {', '.join(sorted(ids))}")
        if ids[zone].text("State") != "available":
            return fail(f"zone {zone} is {ids[zone].text('State')}", "use another zone")
        kind = ids[zone].text("ZoneType")
        # Availability zones need no opt-in; local and wavelength zones do.
        if kind != "availability-zone" and ids[zone].text("OptInStatus") != "opted-in":
            return fail(f"the account is not opted in to {zone} ({kind})", "aws ec2 modify-availability-zone-group")
    return ok(f"{', '.join(wanted)} available") if wanted else fail("no subnet of the group exists", "check the ids")


def _of_other_form_or_region(plan: Plan, group: Group) -> list[Problem]:
    found = (
        check_zone_name(group.zone, plan.region) if group.zone else None,
        check_zone_id(group.zone_id, plan.region, plan.catalog) if group.zone_id else None,
    )
    return [one for one in found if one is not None]


CHECK = Check(
    id="zone-available",
    title="The zone exists and the account may use it",
    why="Zone ids and names are mixed up easily, and a local zone needs an opt-in of its own.",
    passes="The zone is listed, available and opted in.",
    fails="It is not listed, not available, not opted in, or its name and its id are two zones.",
    command="aws ec2 describe-availability-zones --all-availability-zones",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAvailabilityZones.html",
    inputs=("groups[].zone", "groups[].zone_id", "groups[].subnet_ids", "groups[].capacity"),
    actions=("ec2:DescribeAvailabilityZones", "ec2:DescribeSubnets", *RESERVATION_ACTIONS),
    subjects=subjects,
    examine=examine,
)
