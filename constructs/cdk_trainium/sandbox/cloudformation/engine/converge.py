"""Bring the resources of one stack to a target, one after the other, remembering what must be undone or cleaned up."""

from __future__ import annotations

import copy
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from ..errors import is_missing, reason_of
from ..model import Resource, Stack, Target
from ..resources.registry import handler_for
from ..template.evaluate import Evaluator
from ..template.references import creation_order
from .decide import decide
from .events import record
from .tags import with_stack_tags
from .world import LiveWorld, context_for, pseudo_parameters

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..resources.handler import Context, Handler, Nested, Props
    from ..store import Store

__all__ = ["ConvergeError", "Converger"]

_LOG = logging.getLogger(__name__)


class ConvergeError(Exception):
    """A resource could not be brought to its target; the event with the reason is written."""

    def __init__(self, logical_id: str, verb: str) -> None:
        """Name the resource and what failed: create or update."""
        self.logical_id, self.verb = logical_id, verb
        super().__init__(logical_id)


@dataclass(slots=True)
class Converger:
    """The work on one stack; lives as long as the operation, so that it can be undone."""

    store: Store
    stack: Stack
    nested: Nested
    made: list[Resource] = field(default_factory=list)
    """Resources that this operation created, in order."""
    superseded: list[Resource] = field(default_factory=list)
    """Old resources that a new one replaced; deleted when all went well."""
    undo: dict[str, Callable[[], None]] = field(default_factory=dict)
    commit: list[Callable[[], None]] = field(default_factory=list)
    world: LiveWorld = field(init=False)

    def apply(self, target: Target) -> list[str]:
        """Create and update every resource of ``target``; return the logical ids that it no longer has.

        Raises:
            ConvergeError: the first resource that failed; what came before it stays as it is.
            ValidationError: a condition or reference cannot be resolved.
        """
        self.stack.target = target
        self.world = LiveWorld(self.store, self.stack, self.nested)
        evaluator = self.evaluator(target)
        active = {name: entry for name, entry in target.template["Resources"].items() if evaluator.active(entry)}
        for name in creation_order(active):
            self._converge(name, active[name], evaluator)
        return [name for name in self.stack.resources if name not in active]

    def evaluator(self, target: Target) -> Evaluator:
        """Return what evaluates the values of ``target`` in this stack."""
        return Evaluator(target.template, target.parameters, pseudo_parameters(self.store, self.stack), self.world)

    def _converge(self, name: str, entry: dict[str, Any], evaluator: Evaluator) -> None:
        old = self.stack.resources.get(name)
        handler = handler_for(entry["Type"])
        props = self._evaluate(name, entry, evaluator, handler)
        if old is None or not old.physical_id:
            self._create(name, entry, props, handler)
            return
        decision = decide(handler, old, entry, props)
        if decision.kind == "replace":
            self._replace(old, entry, props, handler)
            return
        drifted = handler.drifts(self._context(old, entry), props)
        if decision.kind == "update" or drifted:
            self._update(old, entry, props, handler)
        old.definition = entry

    def _evaluate(self, name: str, entry: dict[str, Any], evaluator: Evaluator, handler: Handler) -> Props:
        try:
            props: Props = evaluator.value(entry.get("Properties", {}))
            handler.check(props)
        except Exception as error:
            resource = self.stack.resources.get(name)
            verb = "update" if resource else "create"
            self._failed(resource or Resource(name, entry["Type"]), verb, error)
            raise ConvergeError(name, verb) from error
        return with_stack_tags(handler, props, self.stack.target.tags)

    def _create(self, name: str, entry: dict[str, Any], props: Props, handler: Handler) -> Resource:
        resource = Resource(name, entry["Type"], properties=props, definition=entry)
        self.stack.resources[name] = resource
        self.made.append(resource)
        self._make(resource, handler, "CREATE")
        return resource

    def _make(self, resource: Resource, handler: Handler, verb: str) -> None:
        context = self._context(resource, resource.definition)

        def _claimed(physical_id: str) -> None:
            first = resource.physical_id != physical_id
            resource.physical_id = physical_id
            if first and physical_id:
                record(self.stack, resource, f"{verb}_IN_PROGRESS", "Resource creation Initiated")

        context.on_claim = _claimed
        record(self.stack, resource, f"{verb}_IN_PROGRESS")
        try:
            handler.create(context, resource.properties)
            handler.mark(context)
        except Exception as error:
            self._failed(resource, verb.lower(), error)
            raise ConvergeError(resource.logical_id, verb.lower()) from error
        self._keep(resource, context, resource.properties)
        record(self.stack, resource, f"{verb}_COMPLETE")

    def _replace(self, old: Resource, entry: dict[str, Any], props: Props, handler: Handler) -> None:
        name = old.logical_id
        resource = Resource(name, entry["Type"], properties=props, definition=entry)
        self.superseded.append(old)
        self.made.append(resource)
        self.stack.resources[name] = resource
        reason = "Requested update requires the creation of a new physical resource; hence creating one."
        record(self.stack, resource, "UPDATE_IN_PROGRESS", reason)
        self._make(resource, handler, "UPDATE")

    def _update(self, resource: Resource, entry: dict[str, Any], props: Props, handler: Handler) -> None:
        old = copy.deepcopy(resource.properties)
        context = self._context(resource, entry)
        resource.properties, resource.attributes, resource.dirty = props, {}, True
        record(self.stack, resource, "UPDATE_IN_PROGRESS")
        try:
            handler.update(context, old, props)
        except Exception as error:
            self._failed(resource, "update", error)
            raise ConvergeError(resource.logical_id, "update") from error
        finally:
            self._keep(resource, context, old)
        resource.dirty = False
        record(self.stack, resource, "UPDATE_COMPLETE")

    def delete(self, resource: Resource) -> bool:
        """Delete one resource; return False and write the event if the service refuses."""
        handler = handler_for(resource.type)
        if not resource.physical_id:
            record(self.stack, resource, "DELETE_COMPLETE")
            return True
        record(self.stack, resource, "DELETE_IN_PROGRESS")
        try:
            handler.delete(self._context(resource, resource.definition), resource.properties)
        except Exception as error:
            if not (isinstance(error, ClientError) and is_missing(error)):
                self._failed(resource, "delete", error)
                return False
        record(self.stack, resource, "DELETE_COMPLETE")
        return True

    def _context(self, resource: Resource, entry: dict[str, Any]) -> Context:
        context = context_for(self.store, self.stack, resource, self.nested)
        context.definition = entry
        return context

    def _keep(self, resource: Resource, context: Context, old: Props) -> None:
        undo = context.on_rollback
        if undo:

            def _undo() -> None:
                undo()
                resource.properties, resource.attributes, resource.dirty = old, {}, False

            self.undo[resource.logical_id] = _undo
        if context.on_commit:
            self.commit.append(context.on_commit)

    def _failed(self, resource: Resource, verb: str, error: Exception) -> None:
        reason = reason_of(error)
        if reason.startswith("Internal failure"):
            _LOG.exception("%s of %s (%s)", verb, resource.logical_id, resource.type, exc_info=error)
        record(self.stack, resource, f"{verb.upper()}_FAILED", reason)
