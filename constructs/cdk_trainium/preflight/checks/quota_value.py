"""The vCPU quotas are, by themselves, no smaller than the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...demand.measure import VcpuNeed, vcpu_needs
from ..check import Check, Examination, left_to, unknown
from ..judge import Need, judge
from ..plan import Plan
from ..questions import vcpus_seen
from ..quota import QUOTA_ACTIONS, get_quota, quota_value
from ..vcpu import codes, names_reservation, without_quota

KINDS = ("on-demand", "reservation")
SPOT = ("spot",)


def subjects(plan: Plan) -> Sequence[str]:
    """Return the quota codes that the plan's launches count against; empty stands for those that nobody knows."""
    return sorted({*codes(plan, KINDS), *codes(plan, SPOT)})


def examine(plan: Plan, code: str) -> Examination:
    """Judge one code as if nothing ran in the account; what runs is for the other quota checks."""
    if not code:
        types = sorted({*without_quota(plan, KINDS), *without_quota(plan, SPOT)})
        return unknown(f"no vCPU quota is known for {', '.join(types)}")
    (answer,) = yield (get_quota("ec2", code),)
    seen = yield from vcpus_seen(plan)
    need = _need(plan, code, seen)
    if need is None:
        return left_to("quota-on-demand", "only launches into reservations that exist")
    value = yield from quota_value("ec2", code, answer)
    amount = Need(need.vcpus, "vCPU", undetermined=need.undetermined, note=", whatever runs already is not counted")
    return (yield from judge(value, amount, per_node=need.per_node))


def _need(plan: Plan, code: str, seen: Mapping[str, int]) -> VcpuNeed | None:
    groups = [group for group in plan.demand.groups if group.instance_type and not names_reservation(group)]
    chosen = [
        (group, "spot" if group.capacity.kind == "spot" else "on-demand")
        for group in groups
        if group.capacity.kind != "block"
    ]
    return vcpu_needs(plan.demand, plan.catalog, chosen, seen).get(code)


CHECK = Check(
    id="quota-value",
    title="The vCPU quotas are, by themselves, no smaller than the plan",
    why="Most refusals need no look at what runs: new accounts have 0 vCPU for Trn. It asks Service Quotas alone, and "
    "takes the family of each type whole: t3 counts against Standard, not against Trn.",
    passes="Applied quota (else AWS's default) >= vCPUs of the plan, as if the account were empty.",
    fails="Less; the finding names code, have, need, missing and the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ec2 --quota-code L-2C3B7624",
    source="https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].surge", "groups[].capacity"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeInstanceTypes"),
    subjects=subjects,
    examine=examine,
)
