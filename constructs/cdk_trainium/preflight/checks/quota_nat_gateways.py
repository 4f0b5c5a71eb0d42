"""The quota of NAT gateways per zone holds the plan's."""

from __future__ import annotations

from ...demand.quantity import quantity
from ..check import Check, Examination, ok, unknown
from ..counted import not_own
from ..judge import Need, judge
from ..plan import Plan
from ..question import question
from ..quota import QUOTA_ACTIONS, get_quota, quota_value

CODE = "L-FE5A380F"
EXISTING = question(
    "ec2", "DescribeNatGateways", "NatGateways", Filter=[{"Name": "state", "Values": ["pending", "available"]}]
)


def examine(plan: Plan, _subject: str) -> Examination:
    """Judge as if all were in one zone; only where that does not fit, the zone matters and is not known."""
    quota, existing = yield get_quota("vpc", CODE), EXISTING
    value = yield from quota_value("vpc", CODE, quota)
    need, used = plan.demand.counts.nat_gateways, not_own(plan, existing)
    have = f"quota {CODE} ({value.name}) is {quantity(value.value)} per zone"
    text = f"{have}, {quantity(used)} in all zones, the plan creates {quantity(need)}"
    if used + need <= value.value:
        return ok(text)
    if value.value == 0 or need > value.value * 6:
        return (yield from judge(value, Need(need, "NAT gateways", used)))
    return unknown(f"{text}: whether one zone has too many depends on their subnets", code=CODE)


CHECK = Check(
    id="quota-nat-gateways",
    title="The quota of NAT gateways per zone holds the plan's",
    why="Creation fails half-way through the deployment once NAT gateways run out.",
    passes="All existing and new NAT gateways would fit into one zone.",
    fails="They cannot fit however they are spread; unknown in between.",
    command="aws service-quotas get-service-quota --service-code vpc --quota-code L-FE5A380F",
    source="https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html",
    inputs=("counts.nat_gateways",),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeNatGateways"),
    subjects=lambda plan: ("",) if plan.demand.counts.nat_gateways else (),
    examine=examine,
)
