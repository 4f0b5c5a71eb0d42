"""The account has the region enabled."""

from __future__ import annotations

from ..check import Check, Examination, ask, fail, ok, whole_plan
from ..plan import Plan
from ..question import Answer, Question, Trouble, question

HOME = "us-east-1"
"""Asked only when the plan's own region does not accept the credentials: it is enabled in every account."""


_AS_IF_ABSENT = (Trouble.UNAUTHENTICATED, Trouble.UNREACHABLE)
"""How a region answers that the account has not enabled, and one that does not exist."""


def _regions(plan: Plan, home: str = "") -> Question:
    return question("ec2", "DescribeRegions", "Regions", region=home, RegionNames=[plan.region], AllRegions=True)


def _is_no_region(answer: Answer) -> bool:
    """Whether EC2 refuses the region's name, the one value that was asked with."""
    return answer.error is not None and answer.error.code == "InvalidParameterValue"


def examine(plan: Plan, _subject: str) -> Examination:
    """Ask the region itself; where it knows no credentials, or is not there, ask whether it is enabled at all."""
    answer = yield from ask(_regions(plan))
    if answer.error is not None and answer.error.trouble in _AS_IF_ABSENT:
        answer = yield from ask(_regions(plan, HOME))
    row = (
        None if _is_no_region(answer) else next((one for one in answer if one.text("RegionName") == plan.region), None)
    )
    if row is None:
        return fail(f"there is no region {plan.region} for this account", "check the name")
    status = row.known("OptInStatus", ("opt-in-not-required", "opted-in", "not-opted-in"))
    if status == "not-opted-in":
        hint = f"aws account enable-region --region-name {plan.region}; errors like AuthFailure come from this"
        return fail(f"region {plan.region} is not enabled in this account", hint)
    return ok(f"{plan.region}: {status}")


CHECK = Check(
    id="region-enabled",
    title="The account has the region enabled",
    why="A region that is not enabled answers AuthFailure, which looks like bad credentials.",
    passes="DescribeRegions says opted-in or opt-in-not-required.",
    fails="It says not-opted-in, or does not know the region.",
    command="aws ec2 describe-regions --all-regions --region-names us-east-2",
    source="https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html",
    inputs=("region",),
    actions=("ec2:DescribeRegions",),
    subjects=whole_plan,
    examine=examine,
)
