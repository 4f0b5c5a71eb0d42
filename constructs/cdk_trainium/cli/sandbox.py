"""``trnctl sandbox``: run the simulated account on this machine."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from .contradictions import dropped, refuse, written
from .params import REGION, Whole
from .paths import GIVEN_FOLDER
from .sandbox_control import COMMANDS
from .verbs import Verbs

__all__ = ["command"]

_STATE_DIR = click.option(
    "--state-dir",
    type=GIVEN_FOLDER,
    envvar="TRNCTL_STATE_DIR",
    help="Where the state file and the log are kept.  [default: $XDG_STATE_HOME/cdk-trainium]",
)


_FAILS = "false"
"""What `env` prints without a sandbox, so that ``eval "$(trnctl sandbox env)"`` fails and nothing goes on without."""


@click.group(cls=Verbs)
def command() -> None:
    """Run the simulated account: no real account is ever reached."""


for _extra in COMMANDS:
    command.add_command(_extra)


@command.command()
@_STATE_DIR
@click.option("--port", type=Whole(0, 65535), default=0, help="Port on loopback.  [default: a free one]")
def start(state_dir: Path | None, port: int) -> None:
    """Start it and wait until it answers."""
    from ..sandbox.process import start as start_process
    from ..sandbox.state_file import command_line, default_state_dir

    place = state_dir or default_state_dir()
    click.echo("starting the sandbox ...", err=True)
    running = start_process(place, port)
    click.echo(running.url)
    click.echo(f'hint: eval "$({command_line(place, "env")})" steers boto3 and the CDK CLI to it', err=True)


@command.command()
@_STATE_DIR
def stop(state_dir: Path | None) -> None:
    """Stop it; all that it holds is gone."""
    from ..sandbox.process import stop as stop_process
    from ..sandbox.state_file import default_state_dir

    running = stop_process(state_dir or default_state_dir())
    click.echo(f"stopped pid {running.pid}" if running else "no sandbox runs", err=True)


@command.command()
@_STATE_DIR
def status(state_dir: Path | None) -> None:
    """Say whether it runs: exit code 0 if it does, 2 if not."""
    from ..sandbox.process import find
    from ..sandbox.state_file import absent, default_state_dir, is_other

    place = state_dir or default_state_dir()
    running = find(place)
    if running is None and is_other(place):
        raise absent(place)
    if running is None:
        click.echo("no sandbox runs", err=True)
        raise SystemExit(2)
    click.echo(f"running: pid {running.pid}, {running.url}")


@command.command()
@_STATE_DIR
@click.option("--region", type=REGION, help="Region to work in.  [default: us-east-2]")
@click.option("--unset", is_flag=True, help="Print the line that takes those variables away again.")
def env(state_dir: Path | None, region: str | None, unset: bool) -> None:
    """Print shell lines that steer boto3, AWS CLI and CDK CLI to it.

    --unset undoes them, whether a sandbox runs or not; what the variables held before is not brought back, a new
    shell does that.
    """
    from ..errors import InputError
    from ..sandbox.endpoint import DEFAULT_REGION, endpoint_url, environment, past_proxies, removed
    from ..sandbox.process import find
    from ..sandbox.state_file import absent, default_state_dir

    if unset:
        refuse(dropped("--unset", "every variable is taken away", written(("region",))))
        click.echo(f"unset {' '.join(environment(endpoint_url(0)))}")
        return
    try:
        place = state_dir or default_state_dir()
        running = find(place)
    except InputError:
        click.echo(_FAILS)
        raise
    if running is None:
        click.echo(_FAILS)
        raise absent(place)
    click.echo(f"unset {' '.join(removed(os.environ))}")
    made = {**environment(running.url, region or DEFAULT_REGION), **past_proxies(os.environ)}
    for name, value in made.items():
        click.echo(f"export {name}={shlex.quote(value)}")
