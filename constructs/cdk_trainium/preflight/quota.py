"""One quota: applied value, else default, else unknown; and the verdict with all its numbers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from .check import Check, Examination, Outcome, ask, fail, ok, unknown, whole_plan
from .plan import Plan
from .question import Answer, Question, Trouble, UnansweredError, question
from .usage import own

__all__ = [
    "QUOTA_ACTIONS",
    "Need",
    "QuotaValue",
    "count_check",
    "every",
    "every_row",
    "get_quota",
    "judge",
    "not_own",
    "pending_increase",
    "quota_value",
]

GLOBAL = "us-east-1"
"""Region of the quotas of global services."""


@dataclass(frozen=True, slots=True)
class QuotaValue:
    """The value that holds for the account."""

    service: str
    code: str
    name: str
    value: float
    applied: bool
    """Whether it is the account's applied value; else AWS's default."""


@dataclass(frozen=True, slots=True)
class Need:
    """What the plan adds, in the unit of the quota."""

    amount: float
    unit: str
    used: float | None = 0
    """In use now, without what the plan counts already; None is unknown."""
    used_trouble: str = ""
    """Why ``used`` is unknown."""
    undetermined: tuple[str, ...] = ()
    note: str = ""


def get_quota(service: str, code: str, region: str = "") -> Question:
    """Ask for the applied value of ``code`` of ``service`` (both case-sensitive) in the plan's region unless told."""
    region = GLOBAL if service == "iam" else region
    return question("service-quotas", "GetServiceQuota", region=region, ServiceCode=service, QuotaCode=code)


def quota_value(
    service: str, code: str, answer: Answer
) -> Generator[tuple[Question, ...], tuple[Answer, ...], QuotaValue]:
    """Return the applied value in ``answer``, else AWS's default; raises `UnansweredError` when neither is known."""
    applied = answer
    if answer.error is not None and _no_applied_value(answer.error):
        region = GLOBAL if service == "iam" else ""
        default = question(
            "service-quotas", "GetAWSDefaultServiceQuota", region=region, ServiceCode=service, QuotaCode=code
        )
        applied = yield from ask(default)
    row = applied.row.row("Quota")
    if row.text("QuotaCode") != code:
        raise UnansweredError(
            applied.asked.name, Trouble.NONSENSE, message=f"asked for {code}, got {row.text('QuotaCode')}"
        )
    return QuotaValue(service, code, row.text("QuotaName", code), row.number("Value"), applied is answer)


def _no_applied_value(error: UnansweredError) -> bool:
    # The same code says that the service does not exist: a mistake of ours, which no default may hide.
    return error.code == "NoSuchResourceException" and "service does not exist" not in error.message


def pending_increase(value: QuotaValue) -> Generator[tuple[Question, ...], tuple[Answer, ...], str]:
    """Return a sentence about an open request to increase ``value``, empty when there is none or nobody may look."""
    history = question(
        "service-quotas",
        "ListRequestedServiceQuotaChangeHistoryByQuota",
        "RequestedQuotas",
        region=GLOBAL if value.service == "iam" else "",
        ServiceCode=value.service,
        QuotaCode=value.code,
    )
    answer = yield from ask(history)
    if answer.error is not None:
        return f"; whether an increase was requested is unknown: {answer.error}"
    for row in answer:
        if row.text("Status", "") in ("PENDING", "CASE_OPENED"):
            return f"; an increase to {row.number('DesiredValue'):g} is {row.text('Status')}"
    return ""


def judge(value: QuotaValue, need: Need, *, per_node: int = 0) -> Examination:
    """Compare ``value`` with what is used and needed; a fail names the exact increase and any open request."""
    missing = need.amount + (need.used or 0) - value.value
    numbers: dict[str, Any] = {
        "service": value.service,
        "code": value.code,
        "name": value.name,
        "have": value.value,
        "used": need.used,
        "need": need.amount,
        "missing": max(0.0, missing),
        "unit": need.unit,
        "applied": value.applied,
    }
    text = _text(value, need)
    if missing > 0:
        pending = yield from pending_increase(value)
        fits = f"; room for {max(0, int((value.value - (need.used or 0)) // per_node))} more nodes" if per_node else ""
        wanted = need.amount + (need.used or 0)
        request = f"trnctl quota request --service {value.service} --code {value.code} --value {wanted:g}"
        hint = f"request an increase to {wanted:g} {need.unit}: {request}"
        numbers["pending"] = pending.removeprefix("; ")
        return fail(f"{text}: {missing:g} {need.unit} missing{fits}{pending}", hint, **numbers, request=wanted)
    if need.used is None:
        return unknown(f"{text}: what is in use is unknown: {need.used_trouble}", **numbers)
    if need.undetermined:
        return unknown(f"{text}, without {', '.join(need.undetermined)}, which could not be determined", **numbers)
    return ok(text, **numbers)


def _text(value: QuotaValue, need: Need) -> str:
    origin = "" if value.applied else " (AWS's default; no value is applied)"
    used = "unknown" if need.used is None else f"{need.used:g}"
    free = "" if need.used is None else f", {max(0.0, value.value - need.used):g} free"
    return (
        f"quota {value.code} ({value.name}) of {value.service} is {value.value:g} {need.unit}{origin}, "
        f"{used} in use{free}, the plan needs {need.amount:g}{need.note}"
    )


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


QUOTA_ACTIONS = (
    "servicequotas:GetServiceQuota",
    "servicequotas:GetAWSDefaultServiceQuota",
    "servicequotas:ListRequestedServiceQuotaChangeHistoryByQuota",
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
