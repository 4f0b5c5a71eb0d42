"""The UltraServer that a group names is made of nodes of its instance type."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, fail, ok, unknown
from ..plan import Plan


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that name an UltraServer type and an instance type."""
    return [group.name for group in plan.demand.groups if group.ultraserver_type and group.instance_type]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare both types of one group by the catalog; asks nothing."""
    yield from ()
    group = plan.groups[subject]
    servers = plan.catalog.ultraservers.values()
    joined = [one.instance_type for one in servers if one.value("ec2_ultraserver_type") == group.ultraserver_type]
    if not joined:
        return unknown(f"the catalog has no UltraServer type {group.ultraserver_type}")
    if group.instance_type not in joined:
        text = f"{group.ultraserver_type} is made of {', '.join(joined)}, the group launches {group.instance_type}"
        return fail(text, f"use {joined[0]}, or leave the UltraServer type out")
    return ok(f"{group.ultraserver_type} is made of {group.instance_type}")


CHECK = Check(
    id="ultraserver-type",
    title="The UltraServer is made of the group's instance type",
    why="A block of UltraServers takes only launches of the instance type that the UltraServer joins.",
    passes="Both types belong together.",
    fails="The UltraServer joins nodes of another type.",
    command="trnctl catalog TYPE",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-how.html",
    inputs=("groups[].ultraserver_type", "groups[].instance_type"),
    actions=(),
    subjects=subjects,
    examine=examine,
)
