"""GetServiceQuota, GetAWSDefaultServiceQuota, ListServiceQuotas, ListAWSDefaultServiceQuotas, ListServices."""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult

from ...catalog import QuotaInfo
from ..ec2.request import region_state
from ..paging import page
from ..rules import quota_exists, quota_rate
from .known import NAMES, answer, known, with_applied
from .values import applied

__all__ = ["HANDLERS", "quota_of", "quotas_of"]

_PAGE = 100


def get(request: Any) -> ActionResult:
    """Answer the applied value; without one there is nothing to get."""
    state, quota = region_state(request), quota_of(request)
    value = applied(state, quota)
    if value is None:
        raise quota_exists.unknown_quota()
    return ActionResult({"Quota": answer(state, quota, value)})


def get_default(request: Any) -> ActionResult:
    """Answer AWS's default, where it is known."""
    state, quota = region_state(request), quota_of(request)
    if quota.default is None:
        raise quota_exists.unknown_quota()
    return ActionResult({"Quota": answer(state, quota, quota.default)})


def list_applied(request: Any) -> ActionResult:
    """List quotas that have an applied value."""
    state, code = region_state(request), request._get_param("QuotaCode")
    quotas = [item for item in quotas_of(request) if not code or item.code == code]
    shown, token = page(request, with_applied(state, quotas), default=_PAGE)
    return ActionResult({"Quotas": shown, "NextToken": token})


def list_defaults(request: Any) -> ActionResult:
    """List AWS's defaults, where they are known."""
    state = region_state(request)
    found = [answer(state, item, item.default) for item in quotas_of(request) if item.default is not None]
    shown, token = page(request, found, default=_PAGE)
    return ActionResult({"Quotas": shown, "NextToken": token})


def list_services(request: Any) -> ActionResult:
    """List the services that have quotas here."""
    quota_rate.check(region_state(request), request._get_action())
    found = [{"ServiceCode": code, "ServiceName": name} for code, name in NAMES.items()]
    shown, token = page(request, found, default=_PAGE)
    return ActionResult({"Services": shown, "NextToken": token})


def quotas_of(request: Any) -> tuple[QuotaInfo, ...]:
    """Return the quotas of the request's service, after the rate was looked at; refuse an unknown service."""
    quota_rate.check(region_state(request), request._get_action())
    service = request._get_param("ServiceCode")
    if service not in NAMES:
        raise quota_exists.unknown_service()
    return known(service)


def quota_of(request: Any) -> QuotaInfo:
    """Return the quota that the request names, or refuse."""
    code = request._get_param("QuotaCode")
    for quota in quotas_of(request):
        if quota.code == code:
            return quota
    raise quota_exists.unknown_quota()


HANDLERS = {
    "GetServiceQuota": get,
    "GetAWSDefaultServiceQuota": get_default,
    "ListServiceQuotas": list_applied,
    "ListAWSDefaultServiceQuotas": list_defaults,
    "ListServices": list_services,
}
