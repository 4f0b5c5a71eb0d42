"""One quota: the value that holds for the account, and open requests to raise it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from ..demand.quantity import exact, quantity
from .check import ask
from .question import Answer, Question, Row, Trouble, UnansweredError, question

__all__ = [
    "CLOSED_REQUESTS",
    "GLOBAL",
    "OPEN_REQUESTS",
    "QUOTA_ACTIONS",
    "Increase",
    "QuotaValue",
    "default_quota",
    "get_quota",
    "has_no_applied_value",
    "pending_increase",
    "quota_value",
    "read_quota",
]

QUOTA_ACTIONS = (
    "servicequotas:GetServiceQuota",
    "servicequotas:GetAWSDefaultServiceQuota",
    "servicequotas:ListRequestedServiceQuotaChangeHistoryByQuota",
)
GLOBAL = "us-east-1"
"""Region of the quotas of global services."""
OPEN_REQUESTS = ("PENDING", "CASE_OPENED")
CLOSED_REQUESTS = ("APPROVED", "DENIED", "CASE_CLOSED", "NOT_APPROVED", "INVALID_REQUEST")
"""States of increase requests (RequestStatus of the Service Quotas API); one that is in neither may be open."""


@dataclass(frozen=True, slots=True)
class QuotaValue:
    """The value that holds for the account."""

    service: str
    code: str
    name: str
    value: float
    applied: bool
    """Whether it is the account's applied value; else AWS's default."""
    adjustable: bool = True
    """Whether an increase can be requested. Default: - true, where no answer says otherwise."""


@dataclass(frozen=True, slots=True)
class Increase:
    """An increase to ask for, as RequestServiceQuotaIncrease takes it."""

    service_code: str
    quota_code: str
    desired_value: float
    """The wanted value, not the difference."""

    @property
    def command(self) -> str:
        """The verb that files it."""
        value = exact(self.desired_value)
        return f"trnctl quota request --service {self.service_code} --code {self.quota_code} --value {value}"


def get_quota(service: str, code: str, region: str = "") -> Question:
    """Ask for the applied value of ``code`` of ``service`` (both case-sensitive) in the plan's region unless told."""
    region = GLOBAL if service == "iam" else region
    return question("service-quotas", "GetServiceQuota", region=region, ServiceCode=service, QuotaCode=code)


def default_quota(service: str, code: str, region: str = "") -> Question:
    """Ask for AWS's default of ``code`` of ``service`` in the plan's region unless told."""
    region = GLOBAL if service == "iam" else region
    return question("service-quotas", "GetAWSDefaultServiceQuota", region=region, ServiceCode=service, QuotaCode=code)


def quota_value(
    service: str, code: str, answer: Answer
) -> Generator[tuple[Question, ...], tuple[Answer, ...], QuotaValue]:
    """Return the applied value in ``answer``, else AWS's default; raises `UnansweredError` when neither is known."""
    applied = answer
    if has_no_applied_value(answer):
        applied = yield from ask(default_quota(service, code))
    row = applied.row.row("Quota")
    if row.text("QuotaCode") != code:
        raise UnansweredError(
            applied.asked.name, Trouble.NONSENSE, message=f"asked for {code}, got {row.text('QuotaCode')}"
        )
    return read_quota(row, service, applied=applied is answer)


def read_quota(row: Row, service: str, *, applied: bool) -> QuotaValue:
    """Return the quota of one row of Service Quotas; raises `UnansweredError` where it says that it has no value."""
    if row.has("ErrorReason"):
        reason = row.row("ErrorReason")
        raise UnansweredError(
            "servicequotas:GetServiceQuota",
            Trouble.BROKEN,
            reason.text("ErrorCode", "ErrorReason"),
            reason.text("ErrorMessage", "no value is available"),
        )
    code, adjustable = row.text("QuotaCode"), not row.has("Adjustable") or row.flag("Adjustable")
    return QuotaValue(service, code, row.text("QuotaName", code), row.number("Value"), applied, adjustable)


def has_no_applied_value(answer: Answer) -> bool:
    """Whether ``answer`` says that AWS's default holds, as no value is applied to the account."""
    error = answer.error
    return error is not None and error.code == "NoSuchResourceException" and error.trouble is not Trouble.MISTAKEN


def pending_increase(value: QuotaValue) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, bool]]:
    """Return a sentence about requests to increase ``value``, empty when there are none, and whether one is open."""
    history = question(
        "service-quotas",
        "ListRequestedServiceQuotaChangeHistoryByQuota",
        "RequestedQuotas",
        region=GLOBAL if value.service == "iam" else "",
        ServiceCode=value.service,
        QuotaCode=value.code,
    )
    answer = yield from ask(history)
    try:
        open_ = next((_pending(row) for row in answer if row.text("Status") not in CLOSED_REQUESTS), "")
    except UnansweredError as error:
        return f"; whether an increase was requested is unknown: {error}", False
    return open_, bool(open_)


def _pending(row: Row) -> str:
    return f"; an increase to {quantity(row.number('DesiredValue'))} is {row.text('Status')}"
