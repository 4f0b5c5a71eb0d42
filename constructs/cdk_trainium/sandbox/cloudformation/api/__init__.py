"""The operations that the engine answers in moto's place: one function per operation, one file per topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import change_sets, events, exports, resources, stacks, templates

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OPERATIONS"]

OPERATIONS: dict[str, Callable[[Any], Any]] = {
    **change_sets.OPERATIONS,
    **events.OPERATIONS,
    **exports.OPERATIONS,
    **resources.OPERATIONS,
    **stacks.OPERATIONS,
    **templates.OPERATIONS,
}
"""Method name on moto's response class -> function that gets the response object."""
