"""Stacks that synthesize and can never be deployed."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import CfnRule, Fn, Stack
from constructs import Construct

from ..errors import Problem

__all__ = ["METADATA", "mark_design"]

METADATA = "cdk-trainium"
"""Key of the template's metadata that holds the reasons."""
_RULE = "DesignOnly"
_DECLARED = "the cluster is declared as a design"


def mark_design(scope: Construct, problems: Sequence[Problem]) -> None:
    """Make the template of ``scope`` undeployable: a rule that always fails, and why, as metadata.

    CloudFormation checks rules before it makes anything. Marking a stack again adds its reasons.

    Args:
        scope: a construct of the stack.
        problems: what stands in the way of deploying it.
    """
    stack = Stack.of(scope)
    found = (stack.template_options.metadata or {}).get(METADATA, {}).get("design_only", [])
    known = [item for item in found if item != _DECLARED]
    why = list(dict.fromkeys([*known, *(f"{item.code} {item.message}" for item in problems)]))
    stack.add_metadata(METADATA, {"design_only": why or [_DECLARED]})
    if stack.node.try_find_child(_RULE) is None:
        text = "This is a design (design_only): it cannot be deployed. The template's metadata says why."
        never = Fn.condition_equals("design", "deployable")
        CfnRule(stack, _RULE, assertions=[{"assert": never, "assertDescription": text}])
