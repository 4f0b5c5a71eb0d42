"""The ``Rules`` of a template: assertions on parameters that stop a deployment before it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ValidationError

if TYPE_CHECKING:
    from .evaluate import Evaluator

__all__ = ["check_rules"]


def check_rules(evaluator: Evaluator) -> None:
    """Check every rule whose condition holds.

    Raises:
        ValidationError: names every assertion that fails.
    """
    failed = [
        f"Rule '{name}' failed: {description}"
        for name, rule in evaluator.template.get("Rules", {}).items()
        if "RuleCondition" not in rule or evaluator.value(rule["RuleCondition"])
        for description in _failures(evaluator, rule)
    ]
    if failed:
        raise ValidationError("Template error: " + "; ".join(failed))


def _failures(evaluator: Evaluator, rule: dict[str, Any]) -> list[str]:
    return [
        str(item.get("AssertDescription", "assertion is false"))
        for item in rule.get("Assertions", [])
        if not evaluator.value(item["Assert"])
    ]
