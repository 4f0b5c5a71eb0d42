"""Adds operations to moto's response classes and remembers which, for the table of operations and the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moto.core.responses import ActionResult, BaseResponse
from moto.core.utils import camelcase_to_underscores

__all__ = ["ADDED", "GUARDED", "REPLACED", "Handler", "add", "guard"]

Handler = Callable[[Any], ActionResult]
"""A function that takes moto's response object (the request) and returns the answer."""

ADDED: dict[str, set[str]] = {}
"""Service -> operations that moto lacks and we answer."""
REPLACED: dict[str, set[str]] = {}
"""Service -> operations of moto's that we answer ourselves."""

GUARDED: dict[str, set[str]] = {}
"""Service -> operations of moto's that answer themselves once our rules let them."""


def guard(service: str, response_class: type[BaseResponse], handlers: Mapping[str, Handler]) -> None:
    """Put ``handlers`` before moto's own answers, which they hand back unless they refuse."""
    for operation, handler in handlers.items():
        GUARDED.setdefault(service, set()).add(operation)
        method = camelcase_to_underscores(operation)
        setattr(response_class, method, _as_method(handler, method))


def add(service: str, response_class: type[BaseResponse], handlers: Mapping[str, Handler]) -> None:
    """Let ``response_class`` answer the operations named in ``handlers`` (AWS's names, such as ``RunInstances``)."""
    for operation, handler in handlers.items():
        method = camelcase_to_underscores(operation)
        known = REPLACED if hasattr(response_class, method) else ADDED
        known.setdefault(service, set()).add(operation)
        setattr(response_class, method, _as_method(handler, method))


def _as_method(handler: Handler, name: str) -> Callable[[Any], ActionResult]:
    # moto lists a class's operations by inspect.isfunction: a plain function is needed, whatever handler is.
    def answer(self: Any) -> ActionResult:
        return handler(self)

    answer.__name__ = name
    return answer
