"""Credentials work, and belong to the account of the plan."""

from __future__ import annotations

from ..check import Check, Examination, ask, fail, ok, whole_plan
from ..plan import Plan
from .reservation_owner import WHO


def examine(plan: Plan, _subject: str) -> Examination:
    """Ask who is asking."""
    who = yield from ask(WHO)
    account = who.row.text("Account")
    if plan.demand.account and plan.demand.account != account:
        text = f"the credentials belong to account {account}, the plan is for {plan.demand.account}"
        return fail(text, "use credentials of the plan's account (AWS_PROFILE)")
    return ok(f"{who.row.text('Arn')} in account {account}", account=account)


CHECK = Check(
    id="identity",
    title="The credentials work and belong to the plan's account",
    why="Answers from another account say nothing about this plan.",
    passes="STS answers, with the account of the plan where it names one.",
    fails="Another account; all that was asked of it is unknown then.",
    command="aws sts get-caller-identity",
    source="https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html",
    inputs=("account",),
    actions=("sts:GetCallerIdentity",),
    subjects=whole_plan,
    examine=examine,
)
