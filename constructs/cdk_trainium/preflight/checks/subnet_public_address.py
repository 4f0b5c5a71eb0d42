"""Nodes with several interfaces get no public address."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.measure import interfaces_of_group
from ..check import Check, Examination, fail, ok, warn
from ..plan import Plan
from ..questions import subnet_rows


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups of several interfaces that name existing subnets."""
    named = [group for group in plan.demand.groups if group.subnet_ids]
    return [group.name for group in named if len(interfaces_of_group(group, plan.catalog) or ()) > 1]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the launch data first, then the setting of the subnets."""
    group = plan.groups[subject]
    if group.public_address:
        text = "AssociatePublicIpAddress is true, EC2 refuses it for a launch with several interfaces"
        return fail(text, "leave it out or set it to false, and use a private subnet")
    rows = yield from subnet_rows(plan)
    public = [one for one in group.subnet_ids if one in rows and rows[one].flag("MapPublicIpOnLaunch")]
    if public and group.public_address is None:
        text = f"{', '.join(public)} gives instances a public address, which several interfaces cannot have"
        return warn(text, "use a private subnet: the nodes reach the internet through NAT or endpoints")
    return ok("no public address is asked for")


CHECK = Check(
    id="subnet-public-address",
    title="Nodes with several interfaces get no public address",
    why="EC2 assigns a public address to launches with one interface only.",
    passes="Neither the launch data nor the subnet asks for one.",
    fails="The launch data does; warns when only the subnet's setting does.",
    command="aws ec2 describe-subnets --query 'Subnets[].[SubnetId,MapPublicIpOnLaunch]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html",
    inputs=("groups[].subnet_ids", "groups[].public_address", "groups[].layout"),
    actions=("ec2:DescribeSubnets",),
    subjects=subjects,
    examine=examine,
)
