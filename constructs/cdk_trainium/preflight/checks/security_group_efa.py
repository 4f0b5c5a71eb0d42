"""One security group of an EFA group allows all traffic to and from itself."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, fail, ok
from ..plan import Plan
from ..question import Row
from ..questions import existing, security_groups


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups with EFA that name existing security groups."""
    return [g.name for g in plan.demand.groups if g.security_group_ids and (e := plan.info(g)) and e.efa_count]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the security groups of one group: at least one must carry both self rules."""
    answers, _ = yield from existing(security_groups, [plan.security_group_ids])
    rows = {row.text("GroupId"): row for answer in answers for row in answer}
    ids = plan.groups[subject].security_group_ids
    lost = [one for one in ids if one not in rows]
    if lost:
        return fail(f"{', '.join(lost)} does not exist in {plan.region}", "check the id, the account and the region")
    lacks = {one: _missing(rows[one], one) for one in ids}
    complete = [one for one, directions in lacks.items() if not directions]
    if complete:
        return ok(f"{complete[0]} allows all traffic to and from itself")
    text = "; ".join(
        f"{one} has no {' and no '.join(directions)} rule for all traffic with itself"
        for one, directions in lacks.items()
    )
    return fail(text, "EFA needs protocol -1 from and to the group itself; egress to 0.0.0.0/0 does not replace it")


def _missing(row: Row, key: str) -> list[str]:
    directions = (("ingress", "IpPermissions"), ("egress", "IpPermissionsEgress"))
    return [name for name, member in directions if not any(_is_self(one, key) for one in row.rows(member, always=True))]


def _is_self(permission: Row, key: str) -> bool:
    pairs = permission.rows("UserIdGroupPairs")
    return permission.text("IpProtocol") == "-1" and any(pair.text("GroupId", "") == key for pair in pairs)


CHECK = Check(
    id="security-group-efa",
    title="A security group of the nodes allows all traffic to and from itself",
    why="EFA's traffic is no TCP: it passes only a rule for all protocols from and to the same group.",
    passes="One group of the nodes has ingress and egress rules with protocol -1 that name the group itself.",
    fails="None has both, or a group does not exist.",
    command="aws ec2 describe-security-groups --group-ids sg-…",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html#efa-start-security",
    inputs=("groups[].security_group_ids",),
    actions=("ec2:DescribeSecurityGroups",),
    subjects=subjects,
    examine=examine,
)
