"""Say what a target would change, before anything is done: the content of a change set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..resources.registry import handler_for
from ..template.evaluate import Evaluator
from ..template.references import creation_order
from ..template.values import UNKNOWN
from .decide import Decision, decide
from .tags import with_stack_tags
from .world import PlannedWorld, pseudo_parameters

if TYPE_CHECKING:
    from ..model import Resource, Stack, Target
    from ..resources.handler import Nested
    from ..store import Store

__all__ = ["plan", "same"]


def same(stack: Stack, target: Target) -> bool:
    """Say whether the target is what the stack was last asked to be, resources aside."""
    old = stack.target
    return (
        old.template == target.template
        and old.parameters == target.parameters
        and old.tags == target.tags
        and sorted(old.notification_arns) == sorted(target.notification_arns)
    )


def plan(store: Store, stack: Stack, target: Target, nested: Nested) -> list[dict[str, Any]]:
    """Return the changes in the form of DescribeChangeSet, in order of their doing.

    Raises:
        ValidationError: a reference, condition or function cannot be resolved.
    """
    return _Planner(store, stack, target, nested).changes()


@dataclass(slots=True)
class _Planner:
    store: Store
    stack: Stack
    target: Target
    nested: Nested

    def changes(self) -> list[dict[str, Any]]:
        """Walk the resources as the deployment would."""
        world = PlannedWorld(self.store, self.stack, self.nested, set())
        pseudo = pseudo_parameters(self.store, self.stack)
        pseudo["AWS::NotificationARNs"] = self.target.notification_arns
        evaluator = Evaluator(self.target.template, self.target.parameters, pseudo, world)
        entries = self.target.template["Resources"]
        active = {name: entry for name, entry in entries.items() if evaluator.active(entry)}
        world.active = set(active)
        found = [self._change(name, active[name], evaluator, world) for name in creation_order(active)]
        removed = [self._removed(item) for name, item in self.stack.resources.items() if name not in active]
        return [{"Type": "Resource", "ResourceChange": item} for item in [*found, *removed] if item]

    def _change(
        self, name: str, entry: dict[str, Any], evaluator: Evaluator, world: PlannedWorld
    ) -> dict[str, Any] | None:
        handler = handler_for(entry["Type"])
        old = self.stack.resources.get(name)
        if old is None or not old.physical_id:
            world.new.add(name)
        props = with_stack_tags(handler, evaluator.value(entry.get("Properties", {})), self.target.tags)
        after = json.dumps({"Properties": props}, default=_unknown)
        if old is None or not old.physical_id:
            added = {
                "Action": "Add",
                "LogicalResourceId": name,
                "ResourceType": entry["Type"],
                "Scope": [],
                "Details": [],
            }
            return {**added, "AfterContext": after}
        decision = decide(handler, old, entry, props)
        if decision.kind == "none":
            return None
        (world.new if decision.kind == "replace" else world.updated).add(name)
        change = {**self._modified(old, entry, decision), "AfterContext": after}
        change["BeforeContext"] = json.dumps({"Properties": old.properties})
        return change

    def _modified(self, old: Resource, entry: dict[str, Any], decision: Decision) -> dict[str, Any]:
        replaced = "Conditional" if decision.conditional else "True"
        change: dict[str, Any] = {
            "Action": "Modify",
            "LogicalResourceId": old.logical_id,
            "PhysicalResourceId": old.physical_id,
            "ResourceType": entry["Type"],
            "Replacement": replaced if decision.kind == "replace" else "False",
            "Scope": _scope(decision),
            "Details": _details(decision),
        }
        if decision.kind == "replace":
            keep = old.definition.get("UpdateReplacePolicy", "Delete") != "Delete"
            change["PolicyAction"] = "ReplaceAndRetain" if keep else "ReplaceAndDelete"
        return change

    def _removed(self, old: Resource) -> dict[str, Any]:
        keep = old.definition.get("DeletionPolicy", "Delete") in {"Retain", "RetainExceptOnCreate"}
        return {
            "Action": "Remove",
            "PolicyAction": "Retain" if keep else "Delete",
            "LogicalResourceId": old.logical_id,
            "PhysicalResourceId": old.physical_id,
            "ResourceType": old.type,
            "Scope": [],
            "Details": [],
        }


def _scope(decision: Decision) -> list[str]:
    scope = ["Properties"] if decision.changed - {"Tags"} else []
    if "Tags" in decision.changed:
        scope.append("Tags")
    return scope + sorted(decision.outer)


def _details(decision: Decision) -> list[dict[str, Any]]:
    details = []
    for name in sorted(decision.changed):
        recreate = ("Conditionally" if decision.conditional else "Always") if decision.kind == "replace" else "Never"
        place = {"Attribute": "Tags"} if name == "Tags" else {"Attribute": "Properties", "Name": name}
        target = {**place, "RequiresRecreation": recreate}
        evaluation = "Dynamic" if decision.conditional else "Static"
        details.append({"Target": target, "Evaluation": evaluation, "ChangeSource": "DirectModification"})
    return details


def _unknown(value: Any) -> str:
    return repr(value) if value is UNKNOWN else str(value)
