"""The subnets of a group exist and lie in one zone, the one that the plan names."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..questions import subnet_rows, zones
from ..zones import by_name, says_zone, wanted_zones


def with_subnets(plan: Plan) -> Sequence[str]:
    """Return the groups that name existing subnets."""
    return [group.name for group in plan.demand.groups if group.subnet_ids]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the subnets of one group; zones are compared by id."""
    group = plan.groups[subject]
    rows = yield from subnet_rows(plan)
    lost = [one for one in group.subnet_ids if one not in rows]
    if lost:
        return fail(f"{', '.join(lost)} does not exist in {plan.region}", "check the id, the account and the region")
    ids = sorted({rows[one].text("AvailabilityZoneId") for one in group.subnet_ids})
    if len(ids) > 1 and _one_zone(plan, subject):
        text = f"the subnets lie in {', '.join(ids)}, but EFA and a cluster placement group work in one zone"
        return fail(text, "give the group subnets of one zone", zones=ids)
    wanted: Sequence[str] = ()
    if says_zone(group):
        names = by_name((yield from ask(zones(plan)))) if group.zone or group.zones else {}
        wanted = wanted_zones(group, rows, names)
    if set(wanted) - set(ids):
        text = f"the subnets lie in {', '.join(ids)}, the plan says {', '.join(wanted)}"
        return fail(text, "use a subnet of that zone")
    return ok(f"{', '.join(group.subnet_ids)} in {', '.join(ids)}")


def _one_zone(plan: Plan, subject: str) -> bool:
    group = plan.groups[subject]
    info = plan.info(group)
    return bool((info and info.efa_count) or group.placement_strategy == "cluster")


CHECK = Check(
    id="subnet-zone",
    title="The subnets of a group exist and lie in one zone, the one that the plan names",
    why="EFA does not cross zones, a cluster placement group lives in one, and a block has its zone.",
    passes="Every subnet exists; for groups with EFA all have one zone id, that of the plan.",
    fails="A subnet is missing, or the zone ids differ.",
    command="aws ec2 describe-subnets --subnet-ids subnet-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html",
    inputs=("groups[].subnet_ids", "groups[].zone", "groups[].zone_id", "groups[].zones"),
    actions=("ec2:DescribeSubnets", "ec2:DescribeAvailabilityZones"),
    subjects=with_subnets,
    examine=examine,
)
