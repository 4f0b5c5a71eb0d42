"""Delete resources in reverse order, honouring deletion policies and stopping what a failure blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..template.references import creation_order, references
from .events import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..model import Resource
    from .converge import Converger

__all__ = ["delete_all", "ordered"]

_KEEP = {"Retain", "RetainExceptOnCreate", "Snapshot"}


def ordered(resources: Iterable[Resource]) -> list[Resource]:
    """Return the resources so that each comes after all that it needs."""
    found = {item.logical_id: item for item in resources}
    return [found[name] for name in creation_order({name: item.definition for name, item in found.items()})]


def delete_all(
    converger: Converger,
    resources: list[Resource],
    policy: str = "DeletionPolicy",
    *,
    retain: Iterable[str] = (),
    created: bool = False,
) -> tuple[list[Resource], list[Resource]]:
    """Delete ``resources``, last first; return those deleted (or kept by their policy) and those still there.

    ``created`` says that this operation made them, so that ``RetainExceptOnCreate`` deletes them.
    """
    blocked: set[str] = set()
    done: list[Resource] = []
    left: list[Resource] = []
    for resource in reversed(resources):
        kept = _kept(resource, policy, created=created) or resource.logical_id in retain
        if kept and resource.physical_id:
            record(converger.stack, resource, "DELETE_SKIPPED")
            done.append(resource)
        elif resource.logical_id not in blocked and converger.delete(resource):
            done.append(resource)
        else:
            left.append(resource)
            blocked |= _needs(resource)
    return done, left


def _kept(resource: Resource, policy: str, *, created: bool) -> bool:
    asked = resource.definition.get(policy, "Delete")
    return asked in _KEEP and not (created and asked == "RetainExceptOnCreate")


def _needs(resource: Resource) -> set[str]:
    after = resource.definition.get("DependsOn", [])
    named = {after} if isinstance(after, str) else set(after)
    return named | set(references(resource.definition.get("Properties")))
