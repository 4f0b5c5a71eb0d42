"""AWS offers a Capacity Block of the size and duration that the plan has to buy."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.model import Group
from ...wording import counted
from ..blocks import block_offers, to_buy
from ..check import Check, Examination, Outcome, ask, fail, ok, unknown, warn
from ..plan import Plan
from ..question import Answer
from ..quota import get_quota, quota_value


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that need a block and name none, UltraServers among them."""
    servers = [g for g in plan.demand.groups if g.ultraserver_type and not g.capacity.named]
    return sorted({group.name for group in [*to_buy(plan), *servers]})


def examine(plan: Plan, subject: str) -> Examination:
    """Ask for offers to one group; an answer of no offers is no error of the plan, it may change by the hour."""
    group = plan.groups[subject]
    answer = yield from ask(block_offers(plan, group))
    if answer.error is not None:
        return (yield from _refused(plan, group, answer))
    offers = sorted(answer, key=lambda row: row.written_number("UpfrontFee"))
    what = group.ultraserver_type or group.instance_type
    if not offers:
        return warn(f"no block of {what} for {group.capacity.hours} h is on offer now", "ask again, or another region")
    best = offers[0]
    text = f"{counted(len(offers), 'offer')} of {what}, from {best.text('UpfrontFee')} {best.text('CurrencyCode', '')}"
    return ok(f"{text} in {best.text('AvailabilityZone')}; buying is up to you", offers=len(offers))


def _refused(plan: Plan, group: Group, answer: Answer) -> Examination:
    error = answer.error
    assert error is not None
    if error.code == "UnauthorizedOperation" and "ultraserver" in error.message.lower():
        text = f"this account is not authorized for UltraServer offers ({error.message})"
        return unknown(text, "ask AWS to enable the account for UltraServers: this is not a missing IAM permission")
    code = plan.catalog.block_quotas(group.instance_type)[0]
    if error.code != "CapacityBlockDescribeLimitExceeded" or not code:
        raise error
    (quota,) = yield (get_quota("ec2", code),)
    value = yield from quota_value("ec2", code, quota)
    return _limited(value.value, code, error.message)


def _limited(quota: float, code: str, message: str) -> list[Outcome]:
    if quota == 0:
        return fail(
            f"no offers are shown because the block quota {code} is 0 ({message})", f"request an increase of {code}"
        )
    return unknown(f"offers are not shown for now: {message}", "ask again later")


CHECK = Check(
    id="block-offered",
    title="A Capacity Block of this size is on offer",
    why="A group without a block id waits until somebody buys one; offers change by the hour.",
    passes="DescribeCapacityBlockOfferings lists an offer. It buys nothing.",
    fails="The block quota is 0; warns when no offer is listed; unknown when the account may not see UltraServers.",
    command="aws ec2 describe-capacity-block-offerings --capacity-duration-hours 24 --instance-type trn2.48xlarge",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeCapacityBlockOfferings.html",
    inputs=("groups[].instance_type", "groups[].ultraserver_type", "groups[].count", "groups[].capacity"),
    actions=(
        "ec2:DescribeCapacityBlockOfferings",
        "servicequotas:GetServiceQuota",
        "servicequotas:GetAWSDefaultServiceQuota",
    ),
    subjects=subjects,
    examine=examine,
)
