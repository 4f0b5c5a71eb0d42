"""What ``trnctl preflight`` prints of its checks, with no plan: their list, or the IAM policy that they need."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from .contradictions import contradiction, dropped, refuse, written

if TYPE_CHECKING:
    from ..preflight.check import Check

__all__ = ["about_checks", "names_of"]

_PRINTING = {"list_checks": "--list-checks", "print_iam_policy": "--print-iam-policy"}
_SPOKEN_OF = ("checks", "skip", "dry_run_launch")


def names_of(text: str | None) -> list[str] | None:
    """Return the names of a list with commas; None of an option that was not given."""
    return None if text is None else [name.strip() for name in text.split(",") if name.strip()]


def about_checks(options: dict[str, Any]) -> None:
    """Print the list or the policy; raises `click.UsageError` for both, and for options of a plan or its report."""
    from ..preflight.runner import select

    printing = [flag for name, flag in _PRINTING.items() if options[name]]
    both = [contradiction(printing, "each prints and ends", "one of them")] if len(printing) > 1 else []
    plan = dropped(printing[0], "it prints and ends, no plan is judged", written(but=(*_PRINTING, *_SPOKEN_OF)))
    refuse([*both, *plan])
    checks = select(names_of(options["checks"]), names_of(options["skip"]) or (), dry_run_launch=True)
    if options["list_checks"]:
        for check in checks:
            click.echo(f"{check.id:38} {check.title}")
    else:
        _policy(checks, dry_run=options["dry_run_launch"] or options["checks"] is not None)


def _policy(checks: list[Check], *, dry_run: bool) -> None:
    """Print the policy; an opt-in check is part of it where it was opted for, by ``dry_run``."""
    from ..preflight.policy import iam_policy

    policy = iam_policy(checks, dry_run_launch=dry_run and any(check.opt_in for check in checks))
    click.echo(json.dumps(policy, indent=2))
    if not policy["Statement"]:
        click.echo("note: these checks ask nothing and need no permission; IAM takes no such policy", err=True)
