"""The quota of network interfaces per region holds what exists and what the plan adds."""

from __future__ import annotations

from collections.abc import Iterator

from ...demand.measure import interfaces_total
from ..check import Check, Examination, per_group
from ..judge import Need, judge
from ..plan import Plan
from ..question import Answer, Question, UnansweredError
from ..questions import instances, interfaces
from ..quota import QUOTA_ACTIONS, get_quota, quota_value
from ..usage import instance_rows, own

CODE = "L-DF5E4CA3"


def examine(plan: Plan, _subject: str) -> Examination:
    """Judge the interfaces of all groups together."""
    extra: tuple[Question, ...] = (instances(),) if plan.demand.stacks else ()
    quota, *usage = yield (get_quota("vpc", CODE), interfaces(), *extra)
    value = yield from quota_value("vpc", CODE, quota)
    totals = {group.name: interfaces_total(group, plan.catalog) for group in plan.demand.groups}
    need = sum(total or 0 for total in totals.values())
    try:
        used, why = float(len(usage[0].rows) - sum(_own_interfaces(plan, usage[1:]))), ""
    except UnansweredError as error:
        used, why = None, str(error)
    missing = tuple(name for name, total in totals.items() if total is None)
    return (yield from judge(value, Need(need, "interfaces", used, why, missing)))


def _own_interfaces(plan: Plan, answers: list[Answer]) -> Iterator[int]:
    for answer in answers:
        for row in instance_rows(answer):
            if own(row, plan.demand.stacks):
                yield len(row.rows("NetworkInterfaces", always=True))


CHECK = Check(
    id="quota-network-interfaces",
    title="The quota of network interfaces per region holds what exists and what the plan adds",
    why="A trn2.48xlarge has 16 or 17 interfaces: 312 nodes meet the default of 5,000 before any other quota.",
    passes="Quota >= interfaces that exist, without the plan's own, + nodes x interfaces of their layout.",
    fails="Less; the finding names the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code vpc --quota-code L-DF5E4CA3",
    source="https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html",
    inputs=("groups[].layout", "groups[].interfaces", "groups[].count"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeNetworkInterfaces", "ec2:DescribeInstances"),
    subjects=lambda plan: ("",) if per_group(plan) else (),
    examine=examine,
)
