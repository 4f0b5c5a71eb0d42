"""``trnctl review``: judge templates offline, without credentials."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .contradictions import contradiction, dropped, refuse, written
from .params import CAPACITY_BLOCK_ID, REGION, RESERVATION_ID
from .paths import GIVEN_FILE, GIVEN_PATH, write_report
from .streams import print_report
from .terminal import takes_color

if TYPE_CHECKING:
    from ..errors import Problem
    from ..findings import Report
    from ..formats import About
    from ..review import Options, Policy
    from ..template import Loaded

__all__ = ["command"]

_EXPORTED = ("export_guard", "policy")
_FORMATS = ("text", "json", "sarif", "junit", "markdown")


@click.command("review")
@click.argument("paths", nargs=-1, type=GIVEN_PATH)
@click.option("--region", type=REGION, help="Region of templates that do not say theirs.")
@click.option("--format", "format_", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option("--output", type=GIVEN_FILE, help="Write the report here instead of to stdout.")
@click.option("--policy", type=GIVEN_PATH, help="Your organization's policy file (YAML or JSON).")
@click.option("--baseline", type=GIVEN_PATH, help="JSON report whose findings are known; only new ones are told.")
@click.option(
    "--capacity-block",
    "blocks",
    type=CAPACITY_BLOCK_ID,
    multiple=True,
    metavar="CR",
    help="Reservation id (cr-…) of a Capacity Block that a launch targets.",
)
@click.option(
    "--reservation",
    "reservations",
    type=RESERVATION_ID,
    multiple=True,
    metavar="CR",
    help="Targeted reservation (cr-…) that launches must use.",
)
@click.option("--strict", is_flag=True, help="Unknown and unread parts fail the run (exit code 3).")
@click.option("--export-guard", is_flag=True, help="Print the policy as CloudFormation Guard rules and stop.")
def command(
    *,
    paths: tuple[Path, ...],
    region: str | None,
    format_: str,
    output: Path | None,
    policy: Path | None,
    baseline: Path | None,
    blocks: tuple[str, ...],
    reservations: tuple[str, ...],
    strict: bool,
    export_guard: bool,
) -> None:
    """Judge cdk.out folders and CloudFormation templates, JSON or YAML, whoever wrote them.

    Exit codes: 0 passed, 1 an error finding, 2 something could not be read, 3 (with --strict) something is unknown.
    """
    from ..lasting import lasting
    from ..parallel import cores
    from ..review import Options, Policy, read_policy
    from ..template import load

    refuse(_contradictions(export_guard, blocks, reservations))
    rules = read_policy(policy) if policy else Policy()
    if export_guard:
        _export(rules)
        return
    if not paths:
        raise click.UsageError("Missing argument 'PATHS...': a cdk.out folder or templates")
    options = Options(policy=rules, blocks=blocks, reservations=reservations, strict=strict)
    with lasting():
        loaded = load(paths, region or "", cores())
    for error in loaded.errors:
        click.echo(f"error: {error}", err=True)
    if not loaded.templates and not loaded.errors:
        for item in (*loaded.not_reviewed, *loaded.others):
            click.echo(f"{item.path}: not reviewed: {item.why}", err=True)
        click.echo("error: no CloudFormation template found: none has a Resources section with resources", err=True)
    report = _report(loaded, options, baseline)
    if loaded.templates:
        given = (*paths, policy, baseline, *(item.path for item in loaded.templates))
        _write(report, format_, output, given)
    sys.exit(_exit_code(report, loaded, strict))


def _contradictions(export_guard: bool, blocks: Sequence[str], reservations: Sequence[str]) -> Iterator[Problem]:
    if export_guard:
        yield from dropped("--export-guard", "the policy is printed, nothing is reviewed", written(but=_EXPORTED))
    for cr in sorted({*blocks} & {*reservations}):
        both = (f"--capacity-block {cr}", f"--reservation {cr}")
        yield contradiction(both, "a reservation is a Capacity Block's or it is none", "one of them")


def _export(policy: Policy) -> None:
    from ..review.guard_export import as_guard

    if not policy.path:
        raise click.UsageError("--export-guard needs --policy")
    click.echo(as_guard(policy), nl=False)


def _report(loaded: Loaded, options: Options, baseline: Path | None) -> Report:
    from ..lasting import lasting
    from ..parallel import cores
    from ..review import review, without_known

    with lasting():  # each branch that is resolved stays, and hardly anything is a circle
        report = review(loaded, options, processes=cores())
    return without_known(report, baseline) if baseline else report


def _exit_code(report: Report, loaded: Loaded, strict: bool) -> int:
    if report.exit_code == 1:
        return 1
    if loaded.errors or not loaded.templates:
        return 2
    return 3 if strict and report.exit_code else 0


def _write(report: Report, format_: str, output: Path | None, given: Iterable[Path | str | None]) -> None:
    from ..formats import render

    text = render(report, format_, _about(colored=output is None))
    if output is None:
        print_report(text, format_)
    else:
        write_report(output, text, given, "TRN894")


def _about(colored: bool) -> About:
    from ..formats import About
    from ..formats.about import RuleText
    from ..review import all_rules

    rules = {rule.id: RuleText(rule.title, rule.why, rule.fix, rule.source) for rule in all_rules()}
    return About(rules=rules, color=colored and takes_color())
