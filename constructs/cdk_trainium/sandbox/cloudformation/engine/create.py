"""Create a stack; a failure leaves nothing behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ValidationError
from ..model import now
from .converge import ConvergeError, Converger
from .events import record_stack
from .outputs import check_exports, outputs_of
from .remove import delete_all

if TYPE_CHECKING:
    from ..model import Stack
    from ..resources.handler import Nested
    from ..store import Store

__all__ = ["create"]


def create(store: Store, stack: Stack, nested: Nested, on_failure: str = "ROLLBACK") -> None:
    """Create everything that ``stack.target`` asks for.

    ``on_failure`` is ``ROLLBACK``, ``DELETE`` or ``DO_NOTHING``. Never raises for a failing resource: the stack
    says so.
    """
    converger = Converger(store, stack, nested)
    try:
        converger.apply(stack.target)
        outputs = outputs_of(converger.evaluator(stack.target))
        check_exports(store, stack, outputs)
    except ConvergeError as failure:
        _fail(converger, f"The following resource(s) failed to create: [{failure.logical_id}].", on_failure)
    except ValidationError as error:
        _fail(converger, str(error.message), on_failure)
    else:
        stack.outputs, stack.imports = outputs, converger.world.imports
        for done in converger.commit:
            done()
        record_stack(stack, "CREATE_COMPLETE")


def _fail(converger: Converger, reason: str, on_failure: str) -> None:
    stack = converger.stack
    if on_failure == "DO_NOTHING":
        stack.recover = lambda: _roll_back(converger, "User Initiated", "ROLLBACK")
        record_stack(stack, "CREATE_FAILED", reason)
        return
    _roll_back(converger, f"{reason} Rollback requested by user.", "DELETE" if on_failure == "DELETE" else "ROLLBACK")


def _roll_back(converger: Converger, reason: str, verb: str) -> None:
    stack = converger.stack
    stack.recover = None
    record_stack(stack, f"{verb}_IN_PROGRESS", reason)
    done, left = delete_all(converger, converger.made, created=True)
    for resource in done:
        stack.resources.pop(resource.logical_id, None)
    if left:
        names = ", ".join(item.logical_id for item in left)
        record_stack(stack, f"{verb}_FAILED", f"The following resource(s) failed to delete: [{names}].")
        return
    if verb == "DELETE":
        stack.deleted = now()
    record_stack(stack, f"{verb}_COMPLETE")
