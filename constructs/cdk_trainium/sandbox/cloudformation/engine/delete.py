"""Delete a stack; what cannot be deleted stays listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Stack, now
from .converge import Converger
from .events import record_stack
from .outputs import used_export
from .remove import delete_all, ordered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..resources.handler import Nested
    from ..store import Store

__all__ = ["delete"]


def delete(store: Store, stack: Stack, nested: Nested, retain: Iterable[str] = (), *, before: str = "") -> None:
    """Delete the stack's resources, last first; ``retain`` names those to leave behind.

    A stack whose export is in use goes back to the status it had (``before``), with the reason, as CloudFormation does.
    """
    before = before or stack.status
    refusal = used_export(store, stack)
    if refusal:
        record_stack(stack, before, refusal)
        return
    done, left = delete_all(Converger(store, stack, nested), ordered(stack.resources.values()), retain=retain)
    for resource in done:
        stack.resources.pop(resource.logical_id)
    if left:
        names = ", ".join(sorted(item.logical_id for item in left))
        record_stack(stack, "DELETE_FAILED", f"The following resource(s) failed to delete: [{names}].")
        return
    stack.outputs, stack.imports, stack.deleted = [], set(), now()
    record_stack(stack, "DELETE_COMPLETE")
