"""Compute a stack's outputs and guard the exports that other stacks use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ValidationError
from ..model import Output, Stack
from ..template.values import text

if TYPE_CHECKING:
    from ..store import Store
    from ..template.evaluate import Evaluator

__all__ = ["check_exports", "outputs_of", "used_export"]


def outputs_of(evaluator: Evaluator) -> list[Output]:
    """Return the outputs whose condition holds."""
    found = []
    for key, entry in evaluator.template.get("Outputs", {}).items():
        if not evaluator.active(entry):
            continue
        name = entry.get("Export", {}).get("Name")
        export = text(evaluator.value(name)) if name is not None else None
        found.append(Output(key, text(evaluator.value(entry["Value"])), entry.get("Description"), export))
    return found


def check_exports(store: Store, stack: Stack, new: list[Output]) -> None:
    """Refuse outputs that take a name of another stack, or change or drop an export in use.

    Raises:
        ValidationError: says which export and who uses it.
    """
    taken = store.exports()
    after = {item.export: item.value for item in new if item.export}
    for name in after:
        if name in taken and taken[name][0].id != stack.id:
            raise ValidationError(f"Export with name {name} is already exported by stack {taken[name][0].name}.")
    for item in stack.outputs:
        if item.export is None or not (users := store.importers(item.export)):
            continue
        if item.export not in after:
            raise ValidationError(f"Export {item.export} cannot be deleted as it is in use by {' and '.join(users)}")
        if after[item.export] != item.value:
            raise ValidationError(f"Export {item.export} cannot be updated as it is in use by {' and '.join(users)}")


def used_export(store: Store, stack: Stack) -> str | None:
    """Return why the stack cannot be deleted, if another stack imports from it."""
    for item in stack.outputs:
        users = store.importers(item.export) if item.export else []
        if users:
            return f"Export {item.export} cannot be deleted as it is in use by {' and '.join(users)}"
    return None
