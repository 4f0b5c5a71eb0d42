"""The Capacity Block quota of the account holds the blocks that the plan still has to buy."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.measure import vcpu_needs
from ...demand.quantity import quantity
from ...findings import Status
from ..blocks import block_vcpus, to_buy
from ..check import Check, Examination, unknown
from ..judge import Need, judge
from ..plan import Plan
from ..question import UnansweredError
from ..questions import reservations
from ..quota import QUOTA_ACTIONS, get_quota, quota_value

RUNNING = ("active", "pending", "delayed")
LATER = ("scheduled", "payment-pending", "assessing")


def subjects(plan: Plan) -> Sequence[str]:
    """Return the quota codes of the groups that need a block."""
    return sorted({plan.catalog.block_quotas(group.instance_type)[0] or "" for group in to_buy(plan)})


def examine(plan: Plan, code: str) -> Examination:
    """Judge one quota code against the blocks that run now and those to buy."""
    if not code:
        types = {g.instance_type for g in to_buy(plan) if not plan.catalog.block_quotas(g.instance_type)[0]}
        return unknown(f"no Capacity Block quota is known for {', '.join(sorted(types))}")
    quota, reserved = yield get_quota("ec2", code), reservations()
    need = vcpu_needs(plan.demand, plan.catalog, [(group, "block") for group in to_buy(plan)])[code]
    value = yield from quota_value("ec2", code, quota)
    try:
        used, later, why = block_vcpus(plan, reserved, code, RUNNING), block_vcpus(plan, reserved, code, LATER), ""
    except UnansweredError as error:
        used, later, why = None, 0.0, str(error)
    amount = Need(need.vcpus, "vCPU", used, why, need.undetermined, ", blocks that run at the same time count")
    outcomes = list((yield from judge(value, amount, per_node=need.per_node)))
    if used is not None and outcomes[0].status is Status.PASS and used + later + need.vcpus > value.value:
        text = f"{outcomes[0].message}, but {quantity(later)} vCPU of scheduled blocks may run at the same time"
        return unknown(text, "compare their dates with those of the block to buy", **outcomes[0].evidence)
    return outcomes


CHECK = Check(
    id="quota-capacity-blocks",
    title="The account's Capacity Block quota holds the blocks that the plan has to buy",
    why="Blocks have vCPU quotas of their own, 0 by default; at 0 no offers are shown either.",
    passes="Applied quota (else AWS's default) >= vCPUs of running blocks + those to buy.",
    fails="Less; the finding names the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ec2 --quota-code L-64569A79",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].capacity"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeCapacityReservations"),
    subjects=subjects,
    examine=examine,
)
