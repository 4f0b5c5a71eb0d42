"""The vCPU quota of spot requests holds what runs, what is requested and what the plan adds."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, unknown
from ..judge import Need, judge
from ..plan import Plan
from ..question import Answer, UnansweredError, question
from ..questions import instances, vcpus_seen
from ..quota import QUOTA_ACTIONS, get_quota, quota_value
from ..vcpu import codes, plan_needs, used_or_why, without_quota

KINDS = ("spot",)
OPEN_REQUESTS = question(
    "ec2", "DescribeSpotInstanceRequests", "SpotInstanceRequests", Filters=[{"Name": "state", "Values": ["open"]}]
)


def subjects(plan: Plan) -> Sequence[str]:
    """Return the quota codes of the groups bought as spot."""
    return codes(plan, KINDS)


def examine(plan: Plan, code: str) -> Examination:
    """Judge one quota code."""
    if not code:
        return unknown(f"no spot vCPU quota is known for {', '.join(without_quota(plan, KINDS))}")
    quota, running, requests = yield get_quota("ec2", code), instances(), OPEN_REQUESTS
    seen = yield from vcpus_seen(plan)
    need = plan_needs(plan, "spot", {}, seen)[code]
    value = yield from quota_value("ec2", code, quota)
    used, why = used_or_why(plan, running, "spot", code, {})
    requested, trouble = _requested(plan, requests, code)
    total = None if used is None or requested is None else used + requested
    asked = Need(need.vcpus, "vCPU", total, why or trouble, need.undetermined)
    return (yield from judge(value, asked, per_node=need.per_node))


def _requested(plan: Plan, answer: Answer, code: str) -> tuple[int | None, str]:
    total = 0
    try:
        types = [row.row("LaunchSpecification").text("InstanceType") for row in answer]
    except UnansweredError as error:
        return None, str(error)
    for name in types:
        family, info = plan.catalog.instance_quotas(name), plan.catalog.find(name)
        if family is None or family.spot != code:
            continue
        if info is None or info.vcpus is None:
            return None, f"the vCPUs of {name} are unknown"
        total += info.vcpus
    return total, ""


CHECK = Check(
    id="quota-spot",
    title="The spot vCPU quota holds what runs, what is requested and what the plan adds",
    why="Spot has vCPU quotas of its own, 0 for Trn by default; open requests count as well.",
    passes="Applied quota (else AWS's default) >= vCPUs of running and requested spot instances + those of the plan.",
    fails="Less; the finding names the exact increase to request.",
    command="aws service-quotas get-service-quota --service-code ec2 --quota-code L-6B0D517C",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-spot-limits.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].surge", "groups[].capacity"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeInstances", "ec2:DescribeSpotInstanceRequests", "ec2:DescribeInstanceTypes"),
    covers="quota-value",
    subjects=subjects,
    examine=examine,
)
