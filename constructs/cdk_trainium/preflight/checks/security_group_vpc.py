"""The security groups and the subnets of a group are in one VPC."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from ...demand.model import Group
from ..check import Check, Examination, Outcome, ask, fail, left_to, ok
from ..plan import Plan
from ..question import Answer, Question, Row, question
from ..questions import existing, security_groups, subnet_rows

_LENT = ("associating", "associated", "association-failed", "disassociating", "disassociated", "disassociation-failed")
"""States of an association; in the second alone a group serves the VPC."""


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that name existing security groups and where they run: subnets, or a VPC by its id."""
    named = [group for group in plan.demand.groups if group.security_group_ids]
    return [group.name for group in named if group.subnet_ids or group.vpc.startswith("vpc-")]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the VPCs; a group serves a further one where it is associated with it."""
    group = plan.groups[subject]
    answers, _ = yield from existing(security_groups, [plan.security_group_ids])
    homes = {row.text("GroupId"): row.text("VpcId") for answer in answers for row in answer}
    lost = [one for one in group.security_group_ids if one not in homes]
    if lost:
        return fail(f"{', '.join(lost)} does not exist in {plan.region}", "check the id, the account and the region")
    rows = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    if not set(group.subnet_ids) <= set(rows):
        return left_to("subnet-zone", "a subnet does not exist")
    vpcs = _vpcs(group, rows)
    if len(vpcs) > 1:
        return fail(f"the subnets are in VPCs {', '.join(vpcs)}: a group of nodes is in one", "name subnets of one VPC")
    strange = {one: homes[one] for one in group.security_group_ids if homes[one] != vpcs[0]}
    lent = (yield from _associated(tuple(strange), vpcs[0])) if strange else ()
    return _judged({key: home for key, home in strange.items() if key not in lent}, vpcs[0])


def _vpcs(group: Group, subnets: Mapping[str, Row]) -> list[str]:
    return sorted({subnets[one].text("VpcId") for one in group.subnet_ids} or {group.vpc})


def _associated(
    groups: tuple[str, ...], vpc: str
) -> Generator[tuple[Question, ...], tuple[Answer, ...], Iterable[str]]:
    """Return those of ``groups`` that are associated with ``vpc``."""
    filters = [{"Name": "group-id", "Values": groups}, {"Name": "vpc-id", "Values": [vpc]}]
    asked = question("ec2", "DescribeSecurityGroupVpcAssociations", "SecurityGroupVpcAssociations", Filters=filters)
    rows = [row for row in (yield from ask(asked)) if row.text("VpcId") == vpc]
    return {row.text("GroupId") for row in rows if row.known("State", _LENT) == "associated"}


def _judged(strange: Mapping[str, str], vpc: str) -> list[Outcome]:
    if not strange:
        return ok(f"all serve {vpc}")
    text = "; ".join(f"{key} is in {home}" for key, home in strange.items())
    return fail(f"{text}, the subnets are in {vpc}", f"name a security group of {vpc}, or associate it with {vpc}")


CHECK = Check(
    id="security-group-vpc",
    title="The security groups and the subnets of the nodes are in one VPC",
    why="EC2 refuses an interface whose security group and subnet are in different VPCs, and the group tries for ever.",
    passes="Every security group is in the VPC of the subnets, or associated with it.",
    fails="One is in another VPC or does not exist, or the subnets are in several VPCs.",
    command="aws ec2 describe-security-groups --group-ids sg-… --query 'SecurityGroups[].[GroupId,VpcId]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AssociateSecurityGroupVpc.html",
    inputs=("groups[].security_group_ids", "groups[].subnet_ids", "groups[].vpc"),
    actions=("ec2:DescribeSecurityGroups", "ec2:DescribeSubnets", "ec2:DescribeSecurityGroupVpcAssociations"),
    subjects=subjects,
    examine=examine,
)
