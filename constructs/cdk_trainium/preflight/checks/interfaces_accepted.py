"""EC2 takes the interfaces of the group: cards and devices of its type, and no public address beside several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...constraints import Layout
from ...constraints.interfaces import check_interfaces, check_interfaces_of_any_type
from ...demand.measure import interfaces_of_group
from ...demand.model import Group
from ..check import Check, Examination, Outcome, fail, ok
from ..plan import Plan


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups with a type that say what interfaces they have."""
    return [g.name for g in plan.demand.groups if g.instance_type and (g.interfaces or g.layout)]


def examine(plan: Plan, subject: str) -> Examination:
    """Judge the interfaces of one group by the catalog; asks nothing."""
    yield from ()
    return list(_refused(plan, plan.groups[subject])) or ok("EC2 takes the interfaces")


def _refused(plan: Plan, group: Group) -> Iterator[Outcome]:
    info, laid = plan.info(group), interfaces_of_group(group, plan.catalog) or ()
    if info is not None and group.layout in (Layout.EFA, Layout.EFA_ONLY) and info.network_cards and not info.efa_count:
        yield from fail(f"layout {group.layout}: {group.instance_type} has no EFA", "use the layout interface")
    problems = check_interfaces_of_any_type(laid) if info is None else check_interfaces(info, laid)
    for problem in problems:
        yield from fail(str(problem), "use the layout of the type: trnctl catalog TYPE", code=problem.code)
    if group.public_address and len(laid) > 1:
        text = f"AssociatePublicIpAddress is true beside {len(laid)} interfaces: EC2 refuses the launch"
        yield from fail(text, "leave it out or say false, and launch into a private subnet")


CHECK = Check(
    id="interfaces-accepted",
    title="EC2 takes the interfaces",
    why="A card that the type does not have, a second EFA on one card, or a public address beside several interfaces "
    "ends every launch with an error.",
    passes="Every interface is one that the type's cards take.",
    fails="One is not, the layout needs EFA that the type lacks, or a public address is asked of several.",
    command="aws ec2 describe-instance-types --instance-types TYPE --query 'InstanceTypes[].NetworkInfo'",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html",
    inputs=("groups[].interfaces", "groups[].layout", "groups[].public_address", "groups[].instance_type"),
    actions=(),
    subjects=subjects,
    examine=examine,
)
