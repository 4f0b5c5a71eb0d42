"""The subnets have free addresses for every node."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.measure import addresses_of, nodes_of
from ...demand.quantity import quantity
from ...wording import counted
from ..check import Check, Examination, ask, fail, left_to, ok, unknown
from ..plan import Plan
from ..question import Answer, Row
from ..questions import instances, subnet_rows
from ..usage import instance_rows, own

_EFA_ONLY = ", or the layout efa-only: one address per node"


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that name existing subnets."""
    return [group.name for group in plan.demand.groups if group.subnet_ids]


def examine(plan: Plan, subject: str) -> Examination:
    """Hold the addresses of all groups that use the subnets of one group against what is free in them."""
    group = plan.groups[subject]
    rows = yield from subnet_rows(plan)
    ids = set(group.subnet_ids)
    sharing = [other for other in plan.demand.groups if ids & set(other.subnet_ids)]
    needs = {other.name: addresses_of(other, plan.catalog) for other in sharing}
    open_groups = [name for name, need in needs.items() if need is None]
    if not ids <= set(rows):
        return left_to("subnet-zone", "a subnet does not exist")
    if open_groups:
        return unknown(f"not determined: {', '.join(open_groups)}")
    shared = {one for other in sharing for one in other.subnet_ids if one in rows}
    free = int(sum(rows[one].number("AvailableIpAddressCount") for one in shared))
    need = sum(need or 0 for need in needs.values())
    if need > free and plan.demand.stacks:
        running = yield from ask(instances())
        free += _held(plan, running, shared)
    left = f"{counted(free, 'address', 'addresses')} free"
    text = f"{', '.join(sorted(shared))}: {left}, {', '.join(needs)} need {quantity(need)}"
    if need > free:
        several = need > sum(nodes_of(other) or 0 for other in sharing)
        return fail(text, f"use a larger subnet{_EFA_ONLY if several else ''}", free=free, need=need)
    return ok(text, free=free, need=need)


def _held(plan: Plan, running: Answer, subnets: set[str]) -> int:
    """Return the addresses in ``subnets`` that the plan's own nodes hold already."""
    mine = [row for row in instance_rows(running) if own(row, plan.demand.stacks)]
    interfaces: list[Row] = [one for row in mine for one in row.rows("NetworkInterfaces", always=True)]
    return sum(
        len(one.rows("PrivateIpAddresses", always=True)) for one in interfaces if one.text("SubnetId", "") in subnets
    )


CHECK = Check(
    id="subnet-addresses",
    title="The subnets have free addresses for every node",
    why="In the layout efa every interface takes an address: 16 per trn2.48xlarge, so a /24 holds 15 nodes.",
    passes="Free addresses of the subnets >= addresses of all groups that use them.",
    fails="Fewer are free.",
    command="aws ec2 describe-subnets --query 'Subnets[].[SubnetId,AvailableIpAddressCount]'",
    source="https://docs.aws.amazon.com/vpc/latest/userguide/subnet-sizing.html",
    inputs=("groups[].subnet_ids", "groups[].layout", "groups[].interfaces", "groups[].count"),
    actions=("ec2:DescribeSubnets", "ec2:DescribeInstances"),
    subjects=subjects,
    examine=examine,
)
