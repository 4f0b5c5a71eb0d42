"""The existing VPCs of the plan exist."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, ask, fail, ok
from ..plan import Plan
from ..questions import vpcs


def subjects(plan: Plan) -> Sequence[str]:
    """Return the existing VPCs."""
    return plan.vpc_ids


def examine(plan: Plan, vpc: str) -> Examination:
    """Look for one VPC."""
    answer = yield from ask(vpcs())
    if any(row.text("VpcId") == vpc for row in answer.existing):
        return ok(f"{vpc} exists")
    return fail(f"{vpc} does not exist in {plan.region}", "check the id, the account and the region")


CHECK = Check(
    id="vpc-exists",
    title="The VPC in which the plan creates something exists",
    why="The first security group or subnet in a VPC that does not exist is refused, and the stack rolls back.",
    passes="The account sees every VPC that the plan names by its id; one that is shared with it counts.",
    fails="One does not exist.",
    command="aws ec2 describe-vpcs --vpc-ids vpc-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcs.html",
    inputs=("vpc_ids", "groups[].vpc"),
    actions=("ec2:DescribeVpcs",),
    subjects=subjects,
    examine=examine,
)
