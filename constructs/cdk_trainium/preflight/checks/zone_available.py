"""The zone of the group exists, is available and the account is opted in to it."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.model import Group
from ..check import Check, Examination, ask, fail, ok, skip
from ..plan import Plan
from ..questions import subnet_rows, zones
from ..reservation import RESERVATION_ACTIONS, zones_of_reservations
from ..zones import by_id, by_name, wanted_zones


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that say where they run."""
    return [group.name for group in plan.demand.groups if _says_where(group)]


def _says_where(group: Group) -> bool:
    return bool(group.zone or group.zone_id or group.subnet_ids or group.capacity.named)


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the zones of one group."""
    answer = yield from ask(zones(plan))
    names, ids = by_name(answer), by_id(answer)
    group = plan.groups[subject]
    if group.zone in names and group.zone_id and names[group.zone].text("ZoneId") != group.zone_id:
        here = names[group.zone].text("ZoneId")
        return fail(f"zone {group.zone} is {here} in this account, not {group.zone_id}", "name the zone once")
    subnets = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    wanted = wanted_zones(group, subnets, names)
    if not wanted and not group.subnet_ids:
        wanted = yield from zones_of_reservations(plan, subject)
        if not wanted:
            return skip("none of the reservations exists, see reservation-state")
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


CHECK = Check(
    id="zone-available",
    title="The zone exists and the account may use it",
    why="Zone ids and names are mixed up easily, and a local zone needs an opt-in of its own.",
    passes="The zone is listed, available and opted in.",
    fails="It is not listed, not available, or not opted in.",
    command="aws ec2 describe-availability-zones --all-availability-zones",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeAvailabilityZones.html",
    inputs=("groups[].zone", "groups[].zone_id", "groups[].subnet_ids", "groups[].capacity"),
    actions=("ec2:DescribeAvailabilityZones", "ec2:DescribeSubnets", *RESERVATION_ACTIONS),
    subjects=subjects,
    examine=examine,
)
