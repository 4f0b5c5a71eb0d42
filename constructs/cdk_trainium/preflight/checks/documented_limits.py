"""The plan stays within the limits that no quota request can raise."""

from __future__ import annotations

from ...demand.limits import broken_limits
from ..check import Check, Examination, fail, info, ok, whole_plan
from ..plan import Plan


def examine(plan: Plan, _subject: str) -> Examination:
    """Judge the demand by the catalog; asks nothing."""
    yield from ()
    broken = broken_limits(plan.demand, plan.catalog)
    outcomes = [one for item in broken if not item.quota for one in fail(str(item), item.hint or "split the plan")]
    # What an account's own quotas are is for the quota checks; a default only tells what to expect.
    defaults = [one for item in broken if item.quota for one in info(str(item), default_of=item.quota)]
    return [*outcomes, *defaults] or ok("no documented limit is broken")


CHECK = Check(
    id="documented-limits",
    title="The plan stays within the documented limits",
    why="64 nodes per block, 256 across blocks, 500 resources per template, 256,000 address units per VPC: no request "
    "raises them.",
    passes="No fixed limit is broken; defaults of quotas that the plan is over are told.",
    fails="A fixed limit is broken.",
    command="trnctl demand PATH",
    source="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
    inputs=("groups", "counts", "templates", "new_subnets"),
    actions=(),
    subjects=whole_plan,
    examine=examine,
)
