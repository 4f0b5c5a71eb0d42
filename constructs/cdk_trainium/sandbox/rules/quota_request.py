"""Increases: of an adjustable quota, above its value, one open request per quota and so many per account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...catalog import QuotaInfo, default
from ..refusal import Rule

if TYPE_CHECKING:
    from ..state import RegionState

DUPLICATE = Rule(
    id="quota-request-duplicate",
    title="A second request for a quota while one is open is refused.",
    code="ResourceAlreadyExistsException",
    source="Service Quotas API, RequestServiceQuotaIncrease",
)
VALUE = Rule(
    id="quota-request-value",
    title="A desired value that is not above the current one is refused.",
    code="IllegalArgumentException",
    source="Service Quotas API, RequestServiceQuotaIncrease; which of its errors it is, no source says",
    sourced=False,
)
ADJUSTABLE = Rule(
    id="quota-request-adjustable",
    title="An increase of a quota that is not adjustable is refused.",
    code="IllegalArgumentException",
    source="Service Quotas API, RequestServiceQuotaIncrease; which of its errors it is, no source says",
    sourced=False,
)
COUNT = Rule(
    id="quota-request-count",
    title="More than 20 open requests, 2 in a region that needs opt-in, are refused.",
    code="QuotaExceededException",
    source="Service Quotas User Guide, quotas of Service Quotas",
)
OPEN = ("PENDING", "CASE_OPENED")


def check(state: RegionState, quota: QuotaInfo, value: float | None, wanted: float) -> None:
    """Refuse a request for ``wanted``; ``value`` is the quota's current value."""
    if not quota.adjustable:
        raise ADJUSTABLE.refuse(f"The quota {quota.code} is not adjustable.")
    if value is not None and wanted <= value:
        raise VALUE.refuse("You must provide a quota value greater than the current quota value.")
    opened = [item for item in state.quota_requests if _open(item)]
    if any(item["QuotaCode"] == quota.code for item in opened):
        raise DUPLICATE.refuse("Only one open service quota increase request is allowed per quota.")
    if len(opened) >= (2 if state.region_name in default().regions["opt_in"]["regions"] else 20):
        raise COUNT.refuse("You have exceeded the number of open service quota increase requests.")


def _open(item: Mapping[str, Any]) -> bool:
    return item["Status"] in OPEN
