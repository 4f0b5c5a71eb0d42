"""The existing placement group fits the plan: it exists, its strategy, and who else is in it."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, fail, ok, warn
from ..placement import beside
from ..plan import Plan
from ..questions import instances, placement_groups
from ..usage import instance_rows, own
from ..zones import WHERE, zones_named

_STATES = ("available", "deleted", "deleting", "pending")


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that name a placement group which the plan does not create."""
    named = [group for group in plan.demand.groups if group.placement_group]
    return [group.name for group in named if not group.placement_group.startswith("new:")]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the placement group of one group, and look for other fleets in it."""
    group = plan.groups[subject]
    answer, running = yield (placement_groups(), instances())
    row = next((one for one in answer.existing if one.text("GroupName") == group.placement_group), None)
    if row is None:
        return fail(f"no placement group {group.placement_group} in {plan.region}", "create it, or check the name")
    if row.known("State", _STATES) != "available":
        return fail(f"placement group {group.placement_group} is {row.text('State')}", "use another one")
    entry = plan.info(group)
    if row.text("Strategy") != "cluster" and entry and entry.efa_count != 0:
        text = f"placement group {group.placement_group} has strategy {row.text('Strategy')}"
        return warn(text, "nodes that train together want strategy cluster")
    others = [
        one
        for one in instance_rows(running)
        if one.row("Placement").text("GroupName", "") == group.placement_group and not own(one, plan.demand.stacks)
    ]
    if not others:
        return ok(f"{group.placement_group} is available and empty")
    wanted = (yield from zones_named(plan, group)) if row.text("Strategy") == "cluster" else ()
    return beside(group, others, wanted)


CHECK = Check(
    id="placement-group",
    title="The existing placement group fits the plan",
    why="A launch into a placement group that does not exist fails; other fleets in it take its space.",
    passes="It exists, is available and has strategy cluster; other instances in it are told.",
    fails="It does not exist, is not available, or has strategy cluster and instances in another zone; warns "
    "for another strategy.",
    command="aws ec2 describe-placement-groups --group-names NAME",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/placement-strategies.html",
    inputs=("groups[].placement_group", *WHERE[:-1]),
    actions=(
        "ec2:DescribePlacementGroups",
        "ec2:DescribeInstances",
        "ec2:DescribeSubnets",
        "ec2:DescribeAvailabilityZones",
    ),
    subjects=subjects,
    examine=examine,
)
