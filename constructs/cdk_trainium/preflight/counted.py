"""Checks of quotas that count things: what exists and what the plan creates must fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .check import Check, Examination, Outcome, whole_plan
from .judge import Need, judge
from .plan import Plan
from .question import Answer, Question, UnansweredError
from .quota import QUOTA_ACTIONS, get_quota, quota_value
from .usage import own

__all__ = ["count_check", "every", "every_row", "not_own"]


def not_own(plan: Plan, answer: Answer) -> int:
    """Count the rows that no stack of the plan made: the plan counts its own already."""
    return sum(1 for row in answer if not own(row, plan.demand.stacks))


def every(_plan: Plan, answer: Answer) -> int:
    """Count all entries of a list of names."""
    return len(answer.row.texts(answer.asked.rows))


def count_check(
    *,
    id: str,
    service: str,
    code: str,
    title: str,
    unit: str,
    need: Callable[[Plan], float],
    used: Question | None,
    action: str,
    inputs: Sequence[str],
    count: Callable[[Plan, Answer], float] = not_own,
) -> Check:
    """Return a check of one quota that counts things: what the plan creates and what exists must fit.

    Args:
        id: id of the check.
        service: service code of the quota.
        code: quota code.
        title: the statement that holds when it passes.
        unit: what is counted.
        need: how many the plan creates.
        used: lists what exists. None where no call tells: a need within the quota is then unknown.
        action: IAM action of ``used``.
        inputs: members of the demand that are read.
        count: how many ``used`` found. Default: - its rows that no stack of the plan made.
    """

    def examine(plan: Plan, _subject: str) -> Examination:
        amount = need(plan)
        asked = (get_quota(service, code), *((used,) if used else ()))
        answers = yield asked
        value = yield from quota_value(service, code, answers[0])
        in_use, trouble = _in_use(plan, answers[1:], count)
        outcome: Sequence[Outcome] = list((yield from judge(value, Need(amount, unit, in_use, trouble))))
        return outcome

    def subjects(plan: Plan) -> Sequence[str]:
        return whole_plan(plan) if need(plan) else ()

    usage = f"; in use: aws {used.service} {_dashed(used.operation)}" if used else ""
    return Check(
        id=id,
        title=title,
        why=f"Creation fails half-way through the deployment once {unit} run out.",
        passes="The quota holds what is in use and what the plan creates.",
        fails="The quota is smaller; the finding names the increase to ask for.",
        command=f"aws service-quotas get-service-quota --service-code {service} --quota-code {code}{usage}",
        source="https://docs.aws.amazon.com/servicequotas/latest/userguide/intro.html",
        inputs=tuple(inputs),
        actions=(*QUOTA_ACTIONS, *((action,) if action else ())),
        subjects=subjects,
        examine=examine,
    )


def _in_use(plan: Plan, answers: Sequence[Answer], count: Callable[[Plan, Answer], float]) -> tuple[float | None, str]:
    if not answers:
        return None, "no call tells"
    try:
        return count(plan, answers[0]), ""
    except UnansweredError as error:
        return None, str(error)


def _dashed(operation: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in operation).lstrip("-")


def every_row(_plan: Plan, answer: Answer) -> int:
    """Count all rows."""
    return len(answer.rows)
