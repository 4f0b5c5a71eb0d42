"""Nested stacks: children are stacks of their own whose clean-up and rollback wait for the parent."""

from __future__ import annotations

import secrets
import string
from typing import TYPE_CHECKING, Any

from ..errors import ResourceError, ValidationError
from ..model import Stack, Target
from ..template.load import fetch
from ..template.values import text
from .create import create
from .delete import delete
from .events import record_stack
from .target import fill_target
from .update import Update

if TYPE_CHECKING:
    from ..resources.handler import Context, Props
    from ..store import Store

__all__ = ["NestedStacks", "child_target"]

_LETTERS = string.ascii_uppercase + string.digits


def child_target(store: Store, child: Stack, props: Props) -> Target:
    """Return what a nested stack's properties ask the child to become."""
    body = fetch(props["TemplateURL"], store.account, store.region)
    given = [{"ParameterKey": key, "ParameterValue": text(value)} for key, value in props.get("Parameters", {}).items()]
    tags = {item["Key"]: item["Value"] for item in props.get("Tags", [])}
    arns = props.get("NotificationARNs", [])
    return fill_target(store, child, NestedStacks(store, child), body, given, tags=tags, notification_arns=arns)


class NestedStacks:
    """What the engine does for ``AWS::CloudFormation::Stack``."""

    def __init__(self, store: Store, parent: Stack) -> None:
        """Work for the children of ``parent``."""
        self.store, self.parent = store, parent

    def create(self, context: Context, props: Props) -> None:
        """Create a child stack.

        Raises:
            ResourceError: the child failed; what it made goes when the parent rolls back.
        """
        child = self._new(context)
        try:
            child.target = child_target(self.store, child, props)
        except ValidationError as error:
            raise ResourceError(str(error.message)) from error
        self.store.stacks[child.id] = child
        context.claim(child.id)
        record_stack(child, "CREATE_IN_PROGRESS", "User Initiated")
        create(self.store, child, NestedStacks(self.store, child), "DO_NOTHING")
        if child.status != "CREATE_COMPLETE":
            raise ResourceError(f"Embedded stack {child.id} was not successfully created: {child.reason}")

    def update(self, context: Context, props: Props) -> None:
        """Update a child stack.

        Raises:
            ResourceError: the child failed; it goes back when the parent rolls back.
        """
        child = self.store.get(context.physical_id)
        try:
            target = child_target(self.store, child, props)
        except ValidationError as error:
            raise ResourceError(str(error.message)) from error
        operation = Update(self.store, child, NestedStacks(self.store, child))
        child.token, child.updated = self.parent.token, self.parent.updated
        record_stack(child, "UPDATE_IN_PROGRESS", "User Initiated")
        context.on_rollback = lambda: operation.roll_back("Parent stack rolls back")
        context.on_commit = operation.clean_up
        reason = operation.apply(target)
        if reason is not None:
            record_stack(child, "UPDATE_FAILED", reason)
            raise ResourceError(f"Embedded stack {child.id} was not successfully updated: {reason}")

    def delete(self, context: Context) -> None:
        """Delete a child stack.

        Raises:
            ResourceError: something in it could not be deleted.
        """
        child = self.store.find(context.physical_id)
        if child is None or child.gone:
            return
        before = child.status
        record_stack(child, "DELETE_IN_PROGRESS", "User Initiated")
        delete(self.store, child, NestedStacks(self.store, child), before=before)
        if not child.gone:
            raise ResourceError(f"Embedded stack {child.id} was not successfully deleted: {child.reason}")

    def outputs(self, context: Context) -> dict[str, Any]:
        """Return a child stack's outputs as attributes."""
        child = self.store.get(context.physical_id)
        return {f"Outputs.{item.key}": item.value for item in child.outputs}

    def _new(self, context: Context) -> Stack:
        tail = "".join(secrets.choice(_LETTERS) for _ in range(12))
        name = f"{self.parent.name}-{context.logical_id}"[:115] + f"-{tail}"
        blank = Target("", {}, {}, {}, {})
        child = Stack(self.store.arn("stack", name), name, blank, parent_id=self.parent.id)
        child.root_id = self.parent.root_id or self.parent.id
        child.token = self.parent.token
        return child
