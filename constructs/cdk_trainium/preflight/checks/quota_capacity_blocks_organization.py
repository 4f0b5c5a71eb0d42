"""The organization's Capacity Block quota is no smaller than the blocks that the plan has to buy."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.measure import vcpu_needs
from ...demand.quantity import quantity
from ..blocks import to_buy
from ..check import Check, Examination, ok, unknown, warn
from ..plan import Plan
from ..quota import get_quota, quota_value


def subjects(plan: Plan) -> Sequence[str]:
    """Return the organization quota codes of the groups that need a block."""
    return sorted({code for group in to_buy(plan) if (code := plan.catalog.block_quotas(group.instance_type)[1])})


def examine(plan: Plan, code: str) -> Examination:
    """Judge one quota code; what other accounts of the organization use is not visible from here."""
    (quota,) = yield (get_quota("ec2", code),)
    value = yield from quota_value("ec2", code, quota)
    groups = [(g, "block") for g in to_buy(plan) if plan.catalog.block_quotas(g.instance_type)[1] == code]
    need = sum(item.vcpus for item in vcpu_needs(plan.demand, plan.catalog, groups).values())
    whole = f"quota {code} ({value.name}) is {quantity(value.value)} vCPU for the whole organization"
    text = f"{whole}, the plan needs {quantity(need)}"
    if value.value < need:
        raised = f"ask the management account to raise {code} to at least {quantity(need)}"
        hint = f"{raised}; one account bought a block at 0"
        return warn(text, hint, code=code, have=value.value, need=need)
    if not value.value:
        return unknown(text)
    return ok(f"{text}; what other accounts use is not visible", code=code, have=value.value, need=need)


CHECK = Check(
    id="quota-capacity-blocks-organization",
    title="The organization's Capacity Block quota is no smaller than the plan's blocks",
    why="Blocks also count against a quota of the whole organization.",
    passes="The quota is at least what the plan has to buy; usage of other accounts is not visible.",
    fails="Warns when it is smaller: one field report bought a block with this quota at 0.",
    command="aws service-quotas get-service-quota --service-code ec2 --quota-code L-24E8B4C0",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].capacity"),
    actions=("servicequotas:GetServiceQuota", "servicequotas:GetAWSDefaultServiceQuota"),
    subjects=subjects,
    examine=examine,
)
