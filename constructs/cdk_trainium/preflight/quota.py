"""One quota: the value that holds for the account, and open requests to raise it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from ..demand.quantity import quantity
from .check import ask
from .question import Answer, Question, Trouble, UnansweredError, question

__all__ = ["QUOTA_ACTIONS", "QuotaValue", "get_quota", "pending_increase", "quota_value"]

QUOTA_ACTIONS = (
    "servicequotas:GetServiceQuota",
    "servicequotas:GetAWSDefaultServiceQuota",
    "servicequotas:ListRequestedServiceQuotaChangeHistoryByQuota",
)
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
    return error.code == "NoSuchResourceException" and error.trouble is not Trouble.MISTAKEN


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
            return f"; an increase to {quantity(row.number('DesiredValue'))} is {row.text('Status')}"
    return ""
