"""The zone that the group runs in offers its instance type; compared by zone id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..check import Check, Examination, Outcome, fail, left_to, ok, per_group, warn
from ..plan import Plan
from ..question import Row
from ..questions import offerings, subnet_rows, zones
from ..reservation import RESERVATION_ACTIONS, zones_of_reservations
from ..zones import WHERE, by_name, wanted_zones


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the zones that offer the type with those of one group."""
    group = plan.groups[subject]
    answer, all_zones = yield offerings(plan), zones(plan)
    names = by_name(all_zones)
    subnets = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    offered = [row.text("Location") for row in answer if row.text("InstanceType") == group.instance_type]
    if not offered:
        return left_to("type-offered-in-region", "the region does not offer the type")
    ids = {names[name].text("ZoneId"): names[name] for name in offered if name in names}
    wanted = wanted_zones(group, subnets, names) or (yield from zones_of_reservations(plan, subject))
    if not wanted:
        return _automatic(group.instance_type, offered, ids)
    outside = [zone for zone in wanted if zone not in ids]
    if outside:
        text = f"{group.instance_type} is not offered in {', '.join(outside)}"
        return fail(text, f"zones of {plan.region} that offer it: {', '.join(sorted(ids))}", wanted=wanted)
    return ok(f"{group.instance_type} is offered in {', '.join(wanted)}; an offering is not capacity")


def _automatic(instance_type: str, offered: Sequence[str], ids: Mapping[str, Row]) -> list[Outcome]:
    """Judge a group that names no zone: only ordinary zones may be picked for it."""
    usual = [zone for zone, row in ids.items() if row.text("ZoneType") == "availability-zone"]
    if usual:
        return ok(f"{instance_type} is offered in {', '.join(sorted(usual))}; an offering is not capacity")
    kinds = ", ".join(f"{name} ({ids[key].text('ZoneType')})" for name, key in _named(offered, ids))
    return warn(
        f"{instance_type} is offered only in {kinds or ', '.join(offered)}: a local zone is never picked automatically",
        "opt in to the zone and give the group a subnet there, or use another region",
    )


def _named(offered: Sequence[str], ids: Mapping[str, Row]) -> list[tuple[str, str]]:
    return [(name, key) for name in offered for key, row in ids.items() if row.text("ZoneName") == name]


CHECK = Check(
    id="type-offered-in-zone",
    title="The zone that the group runs in offers its instance type",
    why="A region offers Trn2 in some of its zones only; names of zones differ between accounts, ids do not.",
    passes="Every zone of the group (by id; from zone, zone_id or subnets, else of its reservations) is among those "
    "that offer the type.",
    fails="A zone is not; warns when only local zones offer it and the group names none.",
    command="aws ec2 describe-availability-zones --all-availability-zones",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-regions-availability-zones.html",
    inputs=("groups[].instance_type", *WHERE),
    actions=(
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribeAvailabilityZones",
        "ec2:DescribeSubnets",
        *RESERVATION_ACTIONS,
    ),
    subjects=per_group,
    examine=examine,
)
