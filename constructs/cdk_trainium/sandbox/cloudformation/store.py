"""The stacks of one account and region; moto's reset empties it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from moto.cloudformation.models import cloudformation_backends

from .errors import ChangeSetNotFoundError, ValidationError

if TYPE_CHECKING:
    from .model import ChangeSet, Output, Stack

__all__ = ["Store", "store_of"]

_ATTRIBUTE = "cdk_trainium_store"


@dataclass(slots=True)
class Store:
    """Stacks and change sets of one account and region."""

    account: str
    region: str
    partition: str
    stacks: dict[str, Stack] = field(default_factory=dict)
    change_sets: dict[str, ChangeSet] = field(default_factory=dict)

    def find(self, name: str) -> Stack | None:
        """Return the stack of this name or id; a deleted one by id only."""
        if name in self.stacks:
            return self.stacks[name]
        return next((item for item in self.stacks.values() if item.name == name and not item.gone), None)

    def get(self, name: str) -> Stack:
        """Return the stack of this name or id.

        Raises:
            ValidationError: there is none.
        """
        stack = self.find(name)
        if stack is None:
            raise ValidationError(f"Stack with id {name} does not exist")
        return stack

    def change_set(self, name: str, stack_name: str | None) -> ChangeSet:
        """Return the change set by its id, or by its name in a stack.

        Raises:
            ChangeSetNotFoundError: there is none.
        """
        if name in self.change_sets:
            return self.change_sets[name]
        stack = self.find(stack_name) if stack_name else None
        for item in self.change_sets.values():
            if stack is not None and item.name == name and item.stack_id == stack.id:
                return item
        raise ChangeSetNotFoundError(f"ChangeSet [{name}] does not exist")

    def exports(self) -> dict[str, tuple[Stack, Output]]:
        """Return each export by its name."""
        found = {}
        for stack in self.stacks.values():
            if not stack.gone:
                found.update({output.export: (stack, output) for output in stack.outputs if output.export})
        return found

    def importers(self, export: str) -> list[str]:
        """Return the names of the stacks that import ``export``."""
        return [stack.name for stack in self.stacks.values() if export in stack.imports and not stack.gone]

    def arn(self, kind: str, name: str) -> str:
        """Return a new ARN of a stack or change set."""
        return f"arn:{self.partition}:cloudformation:{self.region}:{self.account}:{kind}/{name}/{uuid.uuid4()}"


def store_of(account: str, region: str) -> Store:
    """Return the store that lives and dies with moto's own backend."""
    backend = cloudformation_backends[account][region]
    store: Store | None = backend.__dict__.get(_ATTRIBUTE)
    if store is None:
        store = Store(account, region, backend.partition)
        backend.__dict__[_ATTRIBUTE] = store
    return store
