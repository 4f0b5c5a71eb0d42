"""The on-demand vCPU quota also holds the whole of every open capacity reservation."""

from __future__ import annotations

from collections.abc import Sequence

from ..check import Check, Examination, left_to, skip, unknown
from ..judge import Need, judge
from ..plan import Plan
from ..questions import instances, open_reservations, reservations, vcpus_seen
from ..quota import QUOTA_ACTIONS, get_quota, quota_value
from ..reserved import used_with_reserved
from ..usage import counts
from ..vcpu import codes, plan_needs, without_quota

KINDS = ("on-demand", "reservation")


def subjects(plan: Plan) -> Sequence[str]:
    """Return the quota codes of the groups bought on demand or through a reservation."""
    return codes(plan, KINDS)


def examine(plan: Plan, code: str) -> Examination:
    """Judge one quota code with the account's open reservations in it."""
    if not code:
        return unknown(f"no on-demand vCPU quota is known for {', '.join(without_quota(plan, KINDS))}")
    quota, running, reserved = yield get_quota("ec2", code), instances(), reservations()
    rows = {row.text("CapacityReservationId"): row for row in reserved}
    seen = yield from vcpus_seen(plan)
    if code not in plan_needs(plan, "on-demand", rows, seen):
        return skip("no group counts against it: blocks and shared reservations use other quotas")
    need = plan_needs(plan, "on-demand", rows, seen, within=False).get(code)
    opened = open_reservations(rows)
    if not any(counts(row.text("InstanceType"), "on-demand", code, plan.catalog) for row in opened.values()):
        return left_to("quota-on-demand", "no open reservation counts against it")
    value = yield from quota_value("ec2", code, quota)
    used, why = used_with_reserved(plan, running, code, opened)
    amount = Need(need.vcpus if need else 0, "vCPU", used, why, need.undetermined if need else ())
    return (yield from judge(value, amount, per_node=need.per_node if need else 0))


CHECK = Check(
    id="quota-reservations",
    title="The on-demand vCPU quota holds every open reservation as well",
    why="An open reservation counts whole against the on-demand quota, used or not, and creating one needs it free.",
    passes="Quota >= running instances outside reservations + whole open reservations + what the plan adds to them.",
    fails="Less; the finding names the exact increase to request.",
    command="aws ec2 describe-capacity-reservations --filters Name=state,Values=active,pending",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-limits.html",
    inputs=("groups[].instance_type", "groups[].count", "groups[].capacity"),
    actions=(*QUOTA_ACTIONS, "ec2:DescribeInstances", "ec2:DescribeCapacityReservations", "ec2:DescribeInstanceTypes"),
    covers="quota-on-demand",
    subjects=subjects,
    examine=examine,
)
