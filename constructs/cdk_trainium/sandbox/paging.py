"""Pages of answers as EC2 gives them: MaxResults honoured, opaque tokens, sometimes an empty first page."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any, TypeVar

from .refusal import Rule
from .settings import Settings

__all__ = ["RULE", "page"]

RULE = Rule(
    id="next-token",
    title="A NextToken that this service did not hand out is refused.",
    code="InvalidNextToken",
    source="EC2 API error codes, common errors: InvalidNextToken",
)

T = TypeVar("T")


def page(request: Any, items: Sequence[T], default: int = 1000) -> tuple[list[T], str | None]:
    """Return the page that ``request`` asks for, and the token of the next one (None: this was the last)."""
    from .state import account_of

    size = int(request._get_param("MaxResults") or default)
    token = request._get_param("NextToken")
    settings: Settings = account_of(request.current_account).settings
    if not token and request._get_action() in settings.empty_first_page:
        return [], _token(0)
    start = _offset(token) if token else 0
    end = start + size
    return list(items[start:end]), _token(end) if end < len(items) else None


def _token(offset: int) -> str:
    return base64.urlsafe_b64encode(f"trainium:{offset}".encode()).decode()


def _offset(token: str) -> int:
    try:
        return int(base64.urlsafe_b64decode(token).decode().removeprefix("trainium:"))
    except (ValueError, binascii.Error):
        raise RULE.refuse("The token is invalid") from None
