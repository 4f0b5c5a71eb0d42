"""The security groups and the subnets of a group are in one VPC, that of the plan."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.model import Group
from ..associations import associations, judged
from ..check import Check, Examination, Outcome, ask, fail, left_to, ok
from ..plan import Plan, is_vpc_id
from ..questions import existing, security_groups, subnet_rows


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that name two of these: existing security groups, existing subnets, a VPC by its id."""
    named = [(group, bool(group.security_group_ids), bool(group.subnet_ids)) for group in plan.demand.groups]
    return [group.name for group, groups, subnets in named if groups + subnets + is_vpc_id(group) > 1]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare the VPCs; a group serves a further one where it is associated with it."""
    group = plan.groups[subject]
    batches = [plan.security_group_ids] if group.security_group_ids else []
    answers, _ = yield from existing(security_groups, batches)
    homes = {row.text("GroupId"): row.text("VpcId") for answer in answers for row in answer}
    lost = [one for one in group.security_group_ids if one not in homes]
    if lost:
        return fail(f"{', '.join(lost)} does not exist in {plan.region}", "check the id, the account and the region")
    rows = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    if not set(group.subnet_ids) <= set(rows):
        return left_to("subnet-zone", "a subnet does not exist")
    vpcs = sorted({rows[one].text("VpcId") for one in group.subnet_ids})
    if len(vpcs) > 1:
        return fail(f"the subnets are in VPCs {', '.join(vpcs)}: a group of nodes is in one", "name subnets of one VPC")
    if vpcs and is_vpc_id(group) and vpcs[0] != group.vpc:
        return _other_vpc(group, vpcs[0])
    home = next(iter(vpcs), group.vpc)
    strange = {one: homes[one] for one in group.security_group_ids if homes[one] != home}
    return judged(strange, home, (yield from ask(associations(strange)))) if strange else ok(f"in {home}")


def _other_vpc(group: Group, vpc: str) -> list[Outcome]:
    text = f"{', '.join(group.subnet_ids)} in {vpc}, the plan says {group.vpc}"
    hint = f"name {vpc}, or subnets of {group.vpc}: a security group made in one serves no nodes in the other"
    return fail(text, hint, vpc=vpc, plan=group.vpc)


CHECK = Check(
    id="security-group-vpc",
    title="The security groups and the subnets of the nodes are in one VPC, that of the plan",
    why="EC2 refuses an interface whose security group and subnet are in different VPCs, and the group tries for ever.",
    passes="Every security group is in the VPC of the subnets, or associated with it, and the plan names no other VPC.",
    fails="One is in another VPC or does not exist, or the subnets are in several VPCs or another than the plan's.",
    command="aws ec2 describe-security-groups --group-ids sg-… --query 'SecurityGroups[].[GroupId,VpcId]'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AssociateSecurityGroupVpc.html",
    inputs=("groups[].security_group_ids", "groups[].subnet_ids", "groups[].vpc"),
    actions=("ec2:DescribeSecurityGroups", "ec2:DescribeSubnets", "ec2:DescribeSecurityGroupVpcAssociations"),
    subjects=subjects,
    examine=examine,
)
