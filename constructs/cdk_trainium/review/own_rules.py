"""Rules that an organization brings: Guard files and Python entry points that its policy names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem
from .policy import Policy
from .rule import Rule

__all__ = ["GROUP", "own_rules"]

GROUP = "cdk_trainium.rules"
"""Group of the entry points; one counts only when the policy names it, so that no package adds rules unasked."""
_NO_RULE = "TRN897"


def own_rules(policy: Policy) -> tuple[Rule, ...]:
    """Return the policy's own rules.

    Raises:
        InputError: a file or an entry point cannot be used.
    """
    rules: list[Rule] = []
    problems: list[Problem] = []
    for name in policy.python or ():
        try:
            rules += _from_entry_point(policy, name)
        except InputError as error:
            problems += error.problems
    if policy.guard:
        from .guard import guard_rule

        try:
            rules.append(guard_rule([Path(policy.path).parent / name for name in policy.guard]))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(policy.path, problems)
    return tuple(rules)


def _from_entry_point(policy: Policy, name: str) -> Iterator[Rule]:
    from importlib.metadata import entry_points

    found = tuple(entry_points(group=GROUP, name=name))
    if not found:
        hint = "install the package into the Python that runs trnctl, or put its folder on PYTHONPATH"
        raise _refused(policy, name, f"no installed package has the entry point {name} in {GROUP}", hint)
    try:
        loaded: Any = found[0].load()
    except (Exception, SystemExit) as error:  # whatever a package raises, the run must not pass without its rules
        raise _refused(policy, name, f"cannot be loaded: {type(error).__name__}: {error}") from error
    for rule in [loaded] if isinstance(loaded, Rule) or not isinstance(loaded, list | tuple) else loaded:
        if not isinstance(rule, Rule) or rule.id.startswith("TRN"):
            raise _refused(policy, name, "must be Rules whose ids do not begin with TRN")
        yield rule


def _refused(policy: Policy, name: str, text: str, hint: str = "") -> InputError:
    return InputError(policy.path, [Problem(_NO_RULE, text, "python", name, hint=hint)])
