"""Update a stack; a failure brings it back to what it was."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import ValidationError
from .converge import ConvergeError, Converger
from .events import record_stack
from .outputs import check_exports, outputs_of
from .remove import delete_all, ordered

if TYPE_CHECKING:
    from ..model import Output, Resource, Stack, Target
    from ..resources.handler import Nested
    from ..store import Store

__all__ = ["Update"]


@dataclass(slots=True)
class Update:
    """One update.

    ``run`` does it all; a nested stack's parent calls ``apply`` and later ``clean_up`` or ``roll_back``.
    """

    store: Store
    stack: Stack
    nested: Nested
    converger: Converger = field(init=False)
    before: tuple[Target, dict[str, Resource], list[Output], set[str]] = field(init=False)
    removed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Remember what the stack is."""
        stack = self.stack
        self.converger = Converger(self.store, stack, self.nested)
        self.before = (stack.target, copy.copy(stack.resources), list(stack.outputs), set(stack.imports))

    def run(self, target: Target, *, disable_rollback: bool = False) -> None:
        """Update to ``target``; never raises for a failing resource: the stack says so."""
        self.stack.recover = None
        reason = self.apply(target)
        if reason is None:
            self.clean_up()
        elif disable_rollback:
            self.stack.recover = lambda: self.roll_back("User Initiated")
            record_stack(self.stack, "UPDATE_FAILED", reason)
        else:
            self.roll_back(reason)

    def apply(self, target: Target) -> str | None:
        """Create, update and replace; return why it failed, or None."""
        try:
            self.removed = self.converger.apply(target)
            outputs = outputs_of(self.converger.evaluator(target))
            check_exports(self.store, self.stack, outputs)
        except ConvergeError as failure:
            return f"The following resource(s) failed to {failure.verb}: [{failure.logical_id}]."
        except ValidationError as error:
            return str(error.message)
        self.stack.outputs, self.stack.imports = outputs, self.converger.world.imports
        record_stack(self.stack, "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS")
        return None

    def clean_up(self) -> None:
        """Delete what was replaced or is no longer asked for; a refusal is an event, not a failed update."""
        resources = self.stack.resources
        removed = [resources.pop(name) for name in self.removed]
        self._delete_old(removed)
        for done in self.converger.commit:
            done()
        record_stack(self.stack, "UPDATE_COMPLETE")

    def _delete_old(self, removed: list[Resource]) -> None:
        superseded = {id(item) for item in self.converger.superseded}
        for resource in reversed(ordered([*removed, *self.converger.superseded])):
            policy = "UpdateReplacePolicy" if id(resource) in superseded else "DeletionPolicy"
            delete_all(self.converger, [resource], policy)

    def roll_back(self, reason: str) -> None:
        """Bring every resource back and delete what the update made."""
        stack, converger = self.stack, self.converger
        stack.recover = None
        record_stack(stack, "UPDATE_ROLLBACK_IN_PROGRESS", reason)
        target, resources, outputs, imports = self.before
        for name in converger.undo:
            converger.undo[name]()
        new = converger.made
        back = Converger(self.store, stack, self.nested)
        stack.resources = dict(resources)
        try:
            back.apply(target)
        except (ConvergeError, ValidationError) as error:
            stack.resources |= {item.logical_id: item for item in new if item.logical_id not in stack.resources}
            stack.recover = lambda: self.roll_back("User Initiated")
            record_stack(stack, "UPDATE_ROLLBACK_FAILED", f"The following resource(s) failed to update: [{error}].")
            return
        stack.outputs, stack.imports = outputs, imports
        record_stack(stack, "UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS")
        delete_all(back, new, created=True)
        record_stack(stack, "UPDATE_ROLLBACK_COMPLETE")
