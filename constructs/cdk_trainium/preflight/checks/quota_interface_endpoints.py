"""The quota of interface endpoints per VPC holds the plan's."""

from __future__ import annotations

from collections import Counter

from ..check import Check, Examination, ask
from ..judge import Need, judge
from ..plan import Plan
from ..question import question
from ..quota import QUOTA_ACTIONS, get_quota, quota_value
from ..usage import own

CODE = "L-29B6F2EB"
EXISTING = question(
    "ec2", "DescribeVpcEndpoints", "VpcEndpoints", Filters=[{"Name": "vpc-endpoint-type", "Values": ["Interface"]}]
)


def examine(plan: Plan, _subject: str) -> Examination:
    """Judge the fullest VPC; one that the plan creates starts without endpoints, so nothing else is asked then."""
    quota = yield from ask(get_quota("vpc", CODE))
    value = yield from quota_value("vpc", CODE, quota)
    used = 0
    if not plan.demand.counts.vpcs:
        existing = yield from ask(EXISTING)
        full = Counter(row.text("VpcId") for row in existing if not own(row, plan.demand.stacks))
        used = max(full.values(), default=0)
    return (yield from judge(value, Need(plan.demand.counts.interface_endpoints, "interface endpoints", used)))


CHECK = Check(
    id="quota-interface-endpoints",
    title="The quota of interface endpoints per VPC holds the plan's",
    why="Creation fails half-way through the deployment once interface endpoints run out.",
    passes="The quota holds those of the fullest existing VPC and the plan's; a new VPC starts with none.",
    fails="The quota is smaller; the finding names the increase to ask for.",
    command="aws service-quotas get-service-quota --service-code vpc --quota-code L-29B6F2EB",
    source="https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-limits-endpoints.html",
    inputs=("counts.interface_endpoints", "counts.vpcs"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeVpcEndpoints"),
    subjects=lambda plan: ("",) if plan.demand.counts.interface_endpoints else (),
    examine=examine,
)
