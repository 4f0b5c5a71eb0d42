"""AWS offers a Capacity Block of the size and duration that the plan has to buy."""

from __future__ import annotations

from collections.abc import Sequence

from ...demand.model import Group
from ...wording import counted
from ..blocks import block_offers, offers_refused, to_buy
from ..check import Check, Examination, Outcome, ask, ok, unknown, warn
from ..plan import Plan
from ..question import Row
from ..zones import zones_named


def subjects(plan: Plan) -> Sequence[str]:
    """Return the groups that need a block and name none, UltraServers among them."""
    servers = [g for g in plan.demand.groups if g.ultraserver_type and not g.capacity.named]
    return sorted({group.name for group in [*to_buy(plan), *servers]})


def examine(plan: Plan, subject: str) -> Examination:
    """Ask for offers to one group; an answer of no offers is no error of the plan, it may change by the hour."""
    group = plan.groups[subject]
    answer = yield from ask(block_offers(plan, group))
    if answer.error is not None:
        return (yield from offers_refused(plan, group, answer))
    offers = sorted(answer, key=lambda row: row.written_number("UpfrontFee"))
    where = (yield from zones_named(plan, group)) if offers else None
    if where == ():
        return unknown("the zone of the group is not in this region, see zone-available and subnet-zone")
    return _judged(group, offers, where)


def _judged(group: Group, offers: Sequence[Row], where: Sequence[str] | None) -> list[Outcome]:
    what = group.ultraserver_type or group.instance_type
    if not offers:
        return warn(f"no block of {what} for {group.capacity.hours} h is on offer now", "ask again, or another region")
    fitting = [row for row in offers if where is None or row.text("AvailabilityZone") in where]
    if not fitting:
        zones_seen = sorted({row.text("AvailabilityZone") for row in offers})
        text = f"blocks of {what} are on offer in {', '.join(zones_seen)}, the group runs in {', '.join(where or ())}"
        return warn(text, "move the whole group, its subnets with it, or ask again", zones=zones_seen)
    best = fitting[0]
    text = f"{counted(len(fitting), 'offer')} of {what}, from {best.text('UpfrontFee')} {best.text('CurrencyCode', '')}"
    return ok(f"{text} in {best.text('AvailabilityZone')}; buying is up to you", offers=len(fitting))


CHECK = Check(
    id="block-offered",
    title="A Capacity Block of this size is on offer",
    why="A group without a block id waits until somebody buys one; offers change by the hour.",
    passes="DescribeCapacityBlockOfferings lists an offer in the zone of the group. It buys nothing.",
    fails="The block quota is 0; warns when no offer is listed, or none in its zone; unknown when the account may not "
    "see UltraServers.",
    command="aws ec2 describe-capacity-block-offerings --capacity-duration-hours 24 --instance-type trn2.48xlarge",
    source="https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeCapacityBlockOfferings.html",
    inputs=tuple(
        f"groups[].{name}"
        for name in ("instance_type", "ultraserver_type", "count", "capacity", "zone", "zone_id", "subnet_ids")
    ),
    actions=(
        "ec2:DescribeAvailabilityZones",
        "ec2:DescribeSubnets",
        "ec2:DescribeCapacityBlockOfferings",
        "servicequotas:GetServiceQuota",
        "servicequotas:GetAWSDefaultServiceQuota",
    ),
    subjects=subjects,
    examine=examine,
)
