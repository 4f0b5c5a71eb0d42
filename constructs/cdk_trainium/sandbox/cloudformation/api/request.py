"""Read a request's parameters; ``Response`` is what the functions use of moto's response object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ..engine.nested import NestedStacks
from ..errors import ValidationError
from ..store import Store, store_of
from ..template.limits import BODY_BYTES, check_size
from ..template.load import fetch

if TYPE_CHECKING:
    from ..model import Stack

__all__ = ["Response", "body_of", "nested_of", "page", "param", "rest_of_target", "store_for", "tags_of"]


class Response(Protocol):
    """moto's response object for one request."""

    current_account: str
    region: str

    def _get_param(self, name: str, default: Any = None) -> Any:
        """Return a parameter of the request."""


def param(response: Response, name: str, default: Any = None) -> Any:
    """Return a parameter of the request."""
    return response._get_param(name, default)


def store_for(response: Response) -> Store:
    """Return the store of the caller's account and region."""
    return store_of(response.current_account, response.region)


def nested_of(store: Store, stack: Stack) -> NestedStacks:
    """Return what makes the children of ``stack``."""
    return NestedStacks(store, stack)


def tags_of(response: Response) -> dict[str, str]:
    """Return the stack tags of the request."""
    return {item["Key"]: item["Value"] for item in param(response, "Tags") or []}


def body_of(response: Response, previous: str | None = None) -> str:
    """Return the template that the request names.

    Raises:
        ValidationError: none, or more than one.
    """
    body, url = param(response, "TemplateBody"), param(response, "TemplateURL")
    again = param(response, "UsePreviousTemplate") in (True, "true")
    if sum(map(bool, (body, url, again))) > 1:
        raise ValidationError("Only one of TemplateBody, TemplateURL and UsePreviousTemplate may be given")
    if again and previous:
        return previous
    if url:
        return fetch(url, response.current_account, response.region)
    if not body:
        raise ValidationError("Either Template URL or Template Body must be specified.")
    check_size(str(body), BODY_BYTES)
    return str(body)


def rest_of_target(response: Response) -> dict[str, Any]:
    """Return the target's fields that a request gives beside template and parameters."""
    return {
        "tags": tags_of(response),
        "notification_arns": param(response, "NotificationARNs") or [],
        "capabilities": param(response, "Capabilities") or [],
        "role_arn": param(response, "RoleARN"),
        "rollback_configuration": param(response, "RollbackConfiguration") or {},
    }


def page(response: Response, items: list[Any], size: int = 100) -> tuple[list[Any], str | None]:
    """Return one page of ``items`` and the token of the next."""
    start = int(param(response, "NextToken") or 0)
    end = start + size
    return items[start:end], str(end) if end < len(items) else None
