"""All rules of the simulated account, for the table in the docs and for the test that each has its pair."""

from __future__ import annotations

import importlib
import pkgutil

from .refusal import Rule

__all__ = ["all_rules"]

_NOT_IMPORTED = ("pytest", "server", "cloudformation")
"""Modules that start something, need pytest, or are the deployment engine's."""


def all_rules() -> list[Rule]:
    """Return every rule, by id."""
    package = importlib.import_module(__package__)
    found: dict[str, Rule] = {}
    for info in pkgutil.walk_packages(package.__path__, f"{__package__}."):
        if not info.name.removeprefix(f"{__package__}.").startswith(_NOT_IMPORTED):
            for value in vars(importlib.import_module(info.name)).values():
                if isinstance(value, Rule):
                    found[value.id] = value
    return [found[key] for key in sorted(found)]
