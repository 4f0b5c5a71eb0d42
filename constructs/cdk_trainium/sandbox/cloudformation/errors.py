"""Errors of the simulated CloudFormation, in the codes and words of the real one."""

from __future__ import annotations

from botocore.exceptions import BotoCoreError, ClientError
from moto.core.exceptions import ServiceException

__all__ = [
    "AlreadyExistsError",
    "ChangeSetNotFoundError",
    "InsufficientCapabilitiesError",
    "InvalidChangeSetStatusError",
    "ResourceError",
    "ValidationError",
    "is_missing",
    "reason_of",
]

_MISSING = ("NotFound", "NoSuchEntity", "NoSuch", "NotFoundException", "ResourceNotFoundException")
_HANDLER_CODES = (
    (("UnauthorizedOperation", "AccessDenied", "AuthFailure"), "AccessDenied"),
    (("LimitExceeded", "InsufficientInstanceCapacity", "InsufficientCapacity"), "ServiceLimitExceeded"),
    (("AlreadyExists", "Duplicate"), "AlreadyExists"),
    (("Throttl", "RequestLimitExceeded"), "Throttling"),
    (("NotFound", "NoSuch"), "NotFound"),
    (("Invalid", "Validation", "Missing", "Malformed"), "InvalidRequest"),
)


class ValidationError(ServiceException):
    """A request that CloudFormation refuses before it starts anything."""

    code = "ValidationError"


class AlreadyExistsError(ServiceException):
    """A stack or change set of this name is there."""

    code = "AlreadyExistsException"


class ChangeSetNotFoundError(ServiceException):
    """No change set of this name in this stack."""

    code = "ChangeSetNotFound"


class InvalidChangeSetStatusError(ServiceException):
    """A change set that cannot be executed."""

    code = "InvalidChangeSetStatus"


class InsufficientCapabilitiesError(ServiceException):
    """The template makes IAM resources and the caller did not acknowledge it."""

    code = "InsufficientCapabilitiesException"


class ResourceError(Exception):
    """A resource that cannot be made, changed or deleted; its text becomes the event's reason."""


def is_missing(error: ClientError) -> bool:
    """Say whether the service answered that the thing is not there, which makes a deletion a success."""
    code = str(error.response.get("Error", {}).get("Code", ""))
    return any(part in code for part in _MISSING)


def reason_of(error: Exception) -> str:
    """Return the reason of a failed resource: the service's message with its error code, as an event shows it.

    Unlike some handlers of the real service this always shows the error code, because it is what one acts on.
    """
    if isinstance(error, ResourceError):
        return str(error)
    if isinstance(error, ClientError):
        return _service_reason(error)
    if isinstance(error, BotoCoreError):
        return f"Model validation failed ({error}) (HandlerErrorCode: InvalidRequest)"
    return f"Internal failure of the sandbox: {type(error).__name__}: {error}"


def _service_reason(error: ClientError) -> str:
    detail = error.response.get("Error", {})
    meta = error.response.get("ResponseMetadata", {})
    code, message = str(detail.get("Code", "Unknown")), str(detail.get("Message", ""))
    status, request = meta.get("HTTPStatusCode", 400), meta.get("RequestId", "")
    service = getattr(error, "service_name", "")
    where = f"Service: {service}, " if service else ""
    return (
        f'Resource handler returned message: "{message} ({where}Status Code: {status}, Error Code: {code}, '
        f'Request ID: {request})" (HandlerErrorCode: {_handler_code(code)})'
    )


def _handler_code(code: str) -> str:
    for parts, answer in _HANDLER_CODES:
        if any(part in code for part in parts):
            return answer
    return "GeneralServiceException"
