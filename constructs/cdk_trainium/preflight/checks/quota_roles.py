"""The account has room for the plan's IAM roles and instance profiles."""

from __future__ import annotations

from ...demand.quantity import quantity
from ..check import Check, Examination, Outcome, ask, fail, ok
from ..plan import Plan
from ..question import Row, question
from ..quota import GLOBAL


def examine(plan: Plan, _subject: str) -> Examination:
    """Ask IAM for its own summary: quota and use in one answer; IAM is global and asked in its home region."""
    answer = yield from ask(question("iam", "GetAccountSummary", region=GLOBAL))
    summary, counts = answer.row.row("SummaryMap"), plan.demand.counts
    return [
        *_judged(summary, "Roles", counts.roles),
        *_judged(summary, "InstanceProfiles", counts.instance_profiles),
    ]


def _judged(summary: Row, what: str, need: int) -> list[Outcome]:
    have, used = int(summary.number(f"{what}Quota")), int(summary.number(what))
    text = f"{what}: quota {quantity(have)}, {quantity(used)} in use, the plan creates {quantity(need)}"
    if used + need > have:
        return fail(text, "delete unused ones or request an increase (service iam)", have=have, used=used, need=need)
    return ok(text)


CHECK = Check(
    id="quota-roles",
    title="The account has room for the plan's roles and instance profiles",
    why="CDK apps make many roles, and an account holds 1,000 by default.",
    passes="IAM's own summary leaves room for both.",
    fails="It does not.",
    command="aws iam get-account-summary",
    source="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html",
    inputs=("counts.roles", "counts.instance_profiles"),
    actions=("iam:GetAccountSummary",),
    subjects=lambda plan: ("",) if plan.demand.counts.roles or plan.demand.counts.instance_profiles else (),
    examine=examine,
)
