"""Judges templates offline: rules over a resolved model, three-valued, with acknowledgements and an own policy.

    report = review(load(["cdk.out"]), Options(strict=True))
    report.verdict, report.findings

A rule is one file below ``rules/`` with a ``RULE``; it is found by being there.
"""

from __future__ import annotations

from .baseline import without_known
from .engine import review
from .options import Context, Options
from .policy import Policy, read_policy
from .registry import all_rules, find_rule
from .rule import Hit, Rule, Skip

__all__ = [
    "Context",
    "Hit",
    "Options",
    "Policy",
    "Rule",
    "Skip",
    "all_rules",
    "find_rule",
    "read_policy",
    "review",
    "without_known",
]
