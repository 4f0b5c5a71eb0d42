"""``trnctl quota``: requests a quota increase, once, after a confirmation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from .ending import tell
from .params import DEADLINE, PROFILE, REGION, Decimal, no_number
from .resource_ids import QUOTA_CODE, SERVICE_CODE
from .terminal import is_terminal
from .verbs import Verbs

if TYPE_CHECKING:
    from ..preflight.increase import Increase


_MOST = 10_000_000_000
"""Source: the Service Quotas API, DesiredValue."""


def _in_range(_context: click.Context, _parameter: click.Parameter, value: float) -> float:
    """Return ``value``; nan passes any range."""
    if not 0 < value <= _MOST:
        from ..demand.quantity import quantity

        raise click.BadParameter(no_number(value, f"a number above 0, at most {quantity(_MOST)}"))
    return value


@click.group("quota", cls=Verbs)
def command() -> None:
    """Request a quota increase."""


@command.command("request", short_help="File a request to raise a quota, once.")
@click.option(
    "--service", required=True, type=SERVICE_CODE, metavar="TEXT", help="Service code, such as ec2 (case-sensitive)."
)
@click.option("--code", required=True, type=QUOTA_CODE, metavar="TEXT", help="Quota code, such as L-2C3B7624.")
@click.option(
    "--value", required=True, type=Decimal(), callback=_in_range, help="Wanted value, not the difference; above 0."
)
@click.option("--region", type=REGION, help="Region.  [default: AWS_REGION, AWS_DEFAULT_REGION, the profile's]")
@click.option("--profile", type=PROFILE, metavar="TEXT", help="Profile of the AWS configuration.")
@DEADLINE
@click.option("--yes", is_flag=True, help="Do not ask; for scripts.")
def request(
    *, service: str, code: str, value: float, region: str | None, profile: str | None, deadline: int, yes: bool
) -> None:
    """File a request to raise a quota to VALUE, unless one is open already.

    Exit codes: 0 filed, open already, or not needed; 1 not confirmed; 2 could not run, or Service Quotas refuses;
    3 unknown whether it was filed. The deadline holds for each question by itself; typing has none.
    """
    from .session import region_of, required_region, session_of

    where = required_region(region_of(region, profile))
    if not yes and not on_a_terminal():
        raise click.UsageError("no terminal to confirm on: add --yes")
    from ..preflight.increase import Increase, UnclearError

    increase = Increase(session_of(profile, deadline), where, service, code, deadline)
    reason = increase.needless(value)
    if reason:
        click.echo(reason)
        return
    if not yes and not _confirmed(increase, value):
        raise click.Abort
    try:
        click.echo(increase.file(value))
    except UnclearError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(3)
    except KeyboardInterrupt:
        tell(f"error: {increase.unclear('interrupted')}")
        raise


def on_a_terminal() -> bool:
    """Whether somebody can type a confirmation."""
    return is_terminal(sys.stdin)


def _confirmed(increase: Increase, value: float) -> bool:
    from ..demand.quantity import quantity

    click.echo(f"{increase.described()}: raise it to {quantity(value)}?", err=True)
    typed: str = click.prompt(f"type {increase.code} to file the request", err=True)
    return typed.strip() == increase.code
