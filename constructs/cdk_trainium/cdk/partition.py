"""Where the groups of a large cluster are declared, so that no template meets a limit of CloudFormation."""

from __future__ import annotations

from aws_cdk import Environment, NestedStack, Stack
from constructs import Construct

from ..spec import is_late

__all__ = ["GROUPS_HERE", "GROUPS_PER_NESTED", "NESTED_PER_TREE", "Partition"]

GROUPS_HERE = 32
"""Groups that stand in the cluster's own stack, at most three resources each."""
GROUPS_PER_NESTED = 140
"""Groups of a nested stack: 420 of the 500 resources that a template may have."""
NESTED_PER_TREE = 4
"""Nested stacks below one stack: with them it has under 2,000 of the 2,500 resources of one operation."""


class Partition:
    """Gives each group its home; the home depends on the group's number alone, so that growing moves none."""

    def __init__(self, scope: Construct) -> None:
        """Spread groups below ``scope``: first here, then in nested stacks, then in further stacks with nested ones."""
        self._scope = scope
        self._homes: dict[int, Construct] = {}
        self._trees: dict[int, Construct] = {0: scope}

    @property
    def stacks(self) -> list[Construct]:
        """A scope in each stack used so far."""
        return [*self._trees.values(), *self._homes.values()]

    def home(self, index: int) -> Construct:
        """Return the scope of the group ``index``, counted from 0."""
        if index < GROUPS_HERE:
            return self._scope
        number = (index - GROUPS_HERE) // GROUPS_PER_NESTED
        if number not in self._homes:
            self._homes[number] = NestedStack(self._tree(number // NESTED_PER_TREE), f"Part{number + 1}")
        return self._homes[number]

    def _tree(self, number: int) -> Construct:
        if number not in self._trees:
            own = Stack.of(self._scope)
            place = {name: getattr(own, name) for name in ("account", "region")}
            known = {name: None if is_late(value) else value for name, value in place.items()}
            self._trees[number] = Stack(self._scope, f"Stack{number + 1}", env=Environment(**known))
        return self._trees[number]
