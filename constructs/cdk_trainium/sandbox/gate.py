"""What every request meets first: the clock, missing rights, injected failures; and the real HTTP status of errors."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any

from moto.core.errors import COMMON_ERROR_CODES
from moto.core.exceptions import ServiceException
from moto.core.responses import ActionResult, BaseResponse

from . import query
from .refusal import Refusal
from .rules import filter_name, region_opt_in, tag_keys
from .settings import Failure, Settings
from .state import account_of
from .timeline import settle_account

__all__ = ["LOCK", "install"]

_ONE_AT_A_TIME = {"ec2", "autoscaling", "service-quotas"}
"""Services whose requests change shared numbers (free slots, quotas); moto's server answers in threads."""
_COMMON = ("AuthFailure", "InvalidClientTokenId", "UnrecognizedClientException", "AccessDenied", "Throttling")
"""Codes that any service may answer and that no service model lists; moto warns about what it does not know."""
LOCK = RLock()


def install() -> None:
    """Wrap moto's dispatcher, for all services at once."""
    COMMON_ERROR_CODES.extend(_COMMON)
    call_action, serialized = BaseResponse.call_action, BaseResponse.serialized

    def gated(self: Any) -> Any:
        try:
            _check(self)
        except ServiceException as error:
            status, headers, body = self.serialized(ActionResult(error))
            return status, headers | {"status": str(status)}, body
        if self.service_name not in _ONE_AT_A_TIME:
            return call_action(self)
        with LOCK:
            settle_account(self.current_account)
            return call_action(self)

    def with_status(self: Any, action_result: ActionResult) -> Any:
        status, headers, body = serialized(self, action_result)
        if getattr(action_result.result, "code", "") == "DryRunOperation":
            status = 412
        return getattr(action_result.result, "http_status", status), headers, body

    BaseResponse.parse_parameters = _if_readable(BaseResponse.parse_parameters)  # type: ignore[assignment,method-assign]
    BaseResponse.call_action = gated  # type: ignore[method-assign]
    BaseResponse.serialized = with_status  # type: ignore[method-assign]


def _if_readable(parse: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    def parsed(self: Any, request: Any) -> None:
        try:
            _readable(self)
        except Refusal as refusal:
            self.unreadable = refusal  # moto would fail on it; `_check` answers
        else:
            parse(self, request)

    return parsed


def _check(request: Any) -> None:
    action = request._get_action()
    if not action:
        return
    if refusal := getattr(request, "unreadable", None):
        raise refusal
    if not request.automated_parameter_parsing:
        _readable(request)
    settings = account_of(request.current_account).settings
    if region_opt_in.status(settings, request.region) == "not-opted-in":
        raise region_opt_in.refusal(request.service_name)
    if action in settings.denied:
        raise _denied(request, action, settings)
    if request.service_name == "ec2":
        tag_keys.check(request)
        filter_name.check(request)
    failure = next((item for item in settings.failures if item.operation == action), None)
    if failure:
        _use_up(settings, failure)
        raise Refusal(failure.code, failure.message, http_status=failure.http_status)


def _readable(request: Any) -> None:
    """Refuse what moto could not even read: an action that is none, or no number where one belongs."""
    action = request._get_action()
    if action:
        query.check(request.boto3_service_name, action, request.querystring)


def _use_up(settings: Settings, failure: Failure) -> None:
    if failure.times == 1:
        settings.failures.remove(failure)
    elif failure.times > 1:
        failure.times -= 1


def _denied(request: Any, action: str, settings: Settings) -> Refusal:
    # EC2 has its own code and hides the reason; the other services say AccessDenied or AccessDeniedException.
    message = settings.denied[action]
    if request.service_name == "ec2":
        default = "You are not authorized to perform this operation. Encoded authorization failure message: redacted"
        return Refusal("UnauthorizedOperation", message or default, http_status=403)
    user = f"arn:aws:iam::{request.current_account}:user/sandbox"
    default = f"User: {user} is not authorized to perform: {request.service_name}:{action}"
    code = "AccessDeniedException" if request.service_name in ("service-quotas", "ssm", "pricing") else "AccessDenied"
    return Refusal(code, message or default, http_status=400 if code == "AccessDeniedException" else 403)
