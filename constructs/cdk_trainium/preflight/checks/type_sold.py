"""The instance type is sold in the way that the group buys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...constraints.sale import check_blocks_only, check_usage
from ...demand.model import Group
from ..check import Check, Examination, Outcome, fail, ok, unknown, warn
from ..plan import Plan


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups of types that the catalog holds and EC2 has a name for."""
    groups = plan.demand.groups
    return [group.name for group in groups if (info := plan.info(group)) is not None and info.launchable]


def examine(plan: Plan, subject: str) -> Examination:
    """Compare one group with the usage classes of its type; asks nothing."""
    yield from ()
    group = plan.groups[subject]
    info = plan.info(group)
    if info is not None and info.usage_classes is None:
        return unknown(f"whether {info.name} is sold as {group.capacity.kind} is not known")
    return list(_problems(plan, group)) or ok(f"{group.instance_type} is sold as {group.capacity.kind}")


def _problems(plan: Plan, group: Group) -> Iterator[Outcome]:
    info, kind = plan.info(group), group.capacity.kind
    if info is None:
        return
    problem, whole = check_usage(info, kind), check_blocks_only(info, kind, plan.catalog)
    if problem is not None:
        hint = "buy it in another way, or take a type that is sold so: trnctl catalog TYPE"
        yield from fail(str(problem), hint, code=problem.code)
    elif whole is not None:
        yield from warn(str(whole), "buy a Capacity Block for each UltraServer", code=whole.code)


CHECK = Check(
    id="type-sold",
    title="The instance type is sold in the way that the group buys",
    why="EC2 sells no Capacity Blocks of some types and no spot of others: no launch ever succeeds.",
    passes="The dated catalog has the way of buying among the usage classes of the type.",
    fails="It has not; warns where nodes of UltraServers are bought in another way than as blocks.",
    command="aws ec2 describe-instance-types --instance-types TYPE --query 'InstanceTypes[].SupportedUsageClasses'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceTypeInfo.html",
    inputs=("groups[].instance_type", "groups[].capacity"),
    actions=(),
    subjects=subjects,
    examine=examine,
)
