"""RequestServiceQuotaIncrease and the history of requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from moto.core.responses import ActionResult
from moto.moto_api._internal import mock_random

from ..ec2.request import region_state
from ..paging import page
from ..rules import quota_exists, quota_rate, quota_request
from .known import answer
from .read import quota_of
from .values import limit

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["HANDLERS", "due"]


def increase(request: Any) -> ActionResult:
    """Ask for more; the scenario says what AWS decides, and after how long."""
    state, quota, now = region_state(request), quota_of(request), region_state(request).settings.clock.now()
    wanted = float(request._get_param("DesiredValue"))
    quota_request.check(state, quota, limit(state, quota.service, quota.code), wanted)
    shown = answer(state, quota, wanted)
    asked = {key: shown[key] for key in _SHARED} | {
        "Id": mock_random.get_random_hex(40),
        "DesiredValue": wanted,
        "Status": "PENDING",
        "Created": now,
        "LastUpdated": now,
        "Requester": f'{{"accountId":"{state.account_id}"}}',
        "QuotaRequestedAtLevel": "ACCOUNT",
    }
    state.quota_requests.append(asked)
    return ActionResult({"RequestedQuota": asked})


def get(request: Any) -> ActionResult:
    """Show one request."""
    state, wanted = region_state(request), request._get_param("RequestId")
    quota_rate.check(state, request._get_action())
    found = next((item for item in state.quota_requests if item["Id"] == wanted), None)
    if found is None:
        raise quota_exists.RULE.refuse("The request failed because the specified request does not exist.")
    return ActionResult({"RequestedQuota": found})


def history(request: Any) -> ActionResult:
    """Show the requests of the account, or of one quota, newest first."""
    state, get_param = region_state(request), request._get_param
    quota_rate.check(state, request._get_action())
    names = {"ServiceCode": "ServiceCode", "QuotaCode": "QuotaCode", "Status": "Status"}
    wanted = {key: get_param(name) for key, name in names.items() if get_param(name)}
    found = [item for item in state.quota_requests if all(item[key] == value for key, value in wanted.items())]
    shown, token = page(request, found[::-1], default=100)
    return ActionResult({"RequestedQuotas": shown, "NextToken": token})


def due(state: RegionState) -> Iterator[tuple[datetime, Callable[[], None]]]:
    """Yield the decision of each open request with its time."""
    wait = state.settings.quota_decision_minutes
    for asked in state.quota_requests:
        if asked["Status"] == "PENDING" and wait is not None:
            yield asked["Created"] + timedelta(minutes=wait), partial(_decide, state, asked)


def _decide(state: RegionState, asked: dict[str, Any]) -> None:
    asked["Status"] = state.settings.quota_decision
    asked["LastUpdated"] = state.settings.clock.now()
    if asked["Status"] == "APPROVED":
        state.settings.quotas[f"{state.region_name}:{asked['QuotaCode']}"] = asked["DesiredValue"]


_SHARED = ("ServiceCode", "ServiceName", "QuotaCode", "QuotaName", "QuotaArn", "GlobalQuota", "Unit")

HANDLERS = {
    "RequestServiceQuotaIncrease": increase,
    "GetRequestedServiceQuotaChange": get,
    "ListRequestedServiceQuotaChangeHistory": history,
    "ListRequestedServiceQuotaChangeHistoryByQuota": history,
}
