"""Finds the rules: every module below ``rules/`` that has a ``RULE``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache

from . import rules as package
from .rule import Rule

__all__ = ["all_rules", "find_rule"]


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule of this package, by id."""
    return tuple(sorted(_found(), key=lambda rule: rule.id))


def find_rule(rule_id: str) -> Rule | None:
    """Return the rule ``rule_id``, None when there is none."""
    return next((rule for rule in all_rules() if rule.id == rule_id), None)


def _found() -> Iterator[Rule]:
    for area in pkgutil.iter_modules(package.__path__):
        if area.ispkg:
            folder = importlib.import_module(f"{package.__name__}.{area.name}")
            for module in pkgutil.iter_modules(folder.__path__):
                found = importlib.import_module(f"{folder.__name__}.{module.name}")
                if hasattr(found, "RULE"):
                    yield found.RULE
