"""``trnctl sandbox advance|scenario|block|image|events``: what a running simulated account is told."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .params import CAPACITY_BLOCK_ID, REGION, ZONE, ZONE_ID, Whole
from .paths import GIVEN_FOLDER, GIVEN_PATH
from .resource_ids import INSTANCE_TYPE, PARAMETER, ULTRASERVER_TYPE

if TYPE_CHECKING:
    from ..errors import Problem

__all__ = ["COMMANDS"]

_STATE_DIR = click.option(
    "--state-dir",
    type=GIVEN_FOLDER,
    envvar="TRNCTL_STATE_DIR",
    help="Where the state file is kept.  [default: $XDG_STATE_HOME/cdk-trainium]",
)


_Named = Callable[[Sequence["Problem"]], Sequence["Problem"]]
_OPTIONS = {"reservation_id": "--id", "instance_type": "--type", "parameter": "PARAMETER", "by": "BY"}
"""Parameter of a command of the sandbox -> the user's name for it, where that is not the option of its name."""
_BACKWARD = re.compile("-[0-9.,]")


def _as_options(problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return the problems in the user's words: the parameter ``zone_id`` is his ``--zone-id``."""
    return [
        replace(one, prop=_OPTIONS.get(one.prop, f"--{one.prop.replace('_', '-')}")) if one.prop else one
        for one in problems
    ]


def _tell(
    state_dir: Path | None, name: str, request: dict[str, Any], where: str = "sandbox", named: _Named = _as_options
) -> dict[str, Any]:
    from urllib.error import HTTPError

    from ..errors import InputError, Problem
    from ..sandbox.process import control, find
    from ..sandbox.state_file import absent, default_state_dir, problem

    place = state_dir or default_state_dir()
    running = find(place)
    if running is None:
        raise absent(place)
    log = f"read {shlex.quote(str(place / 'sandbox.log'))}"
    try:
        return control(running, name, request)
    except HTTPError as error:
        problems = _problems(error.read()) or [Problem("TRN095", str(error), hint=log)]
        raise InputError(where, named(problems)) from None
    except (OSError, ValueError) as error:
        message = f"the sandbox did not answer: {error}"
        raise problem("TRN095", message, log) from None


def _problems(body: bytes) -> list[Problem]:
    """Return the refusal's problems, or none: a server that failed answers with a page, not with JSON."""
    from ..errors import Problem

    try:
        return [Problem(**item) for item in json.loads(body)["problems"]]
    except (ValueError, KeyError, TypeError):
        return []


def _plain(data: dict[str, Any], file: Path) -> dict[str, Any]:
    """Return ``data`` as JSON holds it; YAML can say more, such as sets and values that hold themselves."""
    from ..errors import InputError, Problem

    try:
        plain: dict[str, Any] = json.loads(json.dumps(data, default=lambda value: value.isoformat()))
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        message = f"the scenario holds what JSON cannot hold: {error}"
        raise InputError(str(file), [Problem("TRN095", message)]) from None
    return plain


class _Advance(click.Command):
    """Takes ``-1h`` for the duration that it is, not for options: the account then says what it thinks of it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption as error:
            backward = [] if error.option_name[1:2].isalpha() else [one for one in args if _BACKWARD.match(one)]
            if not backward:
                raise
            return super().parse_args(ctx, [*(one for one in args if one not in backward), "--", *backward])


@click.command(cls=_Advance)
@click.argument("by")
@_STATE_DIR
def advance(by: str, state_dir: Path | None) -> None:
    """Move the clock forward BY 2h, 90m or 1d12h.

    Prints the new time and the events on the way.
    """
    answer = _tell(state_dir, "advance", {"by": by})
    for event in answer["events"]:
        click.echo(f"{event['time']}  {event['detail-type']}  {', '.join(event['resources'])}")
    click.echo(f"now {answer['now']}")


@click.command()
@click.argument("file", type=GIVEN_PATH)
@_STATE_DIR
def scenario(file: Path, state_dir: Path | None) -> None:
    """Apply the scenario FILE to the account.

    It holds quotas, capacity, blocks, what exists, what shall fail.
    """
    from ..plain_file import read_plain_text
    from ..problem_lines import located
    from ..sandbox.scenario import load

    data = _plain(load(file), file)
    placed = partial(located, read_plain_text(file))
    answer = _tell(state_dir, "scenario", data, str(file), placed)
    click.echo(f"applied; now {answer['now']}")


@click.command()
@click.option("--id", "reservation_id", type=CAPACITY_BLOCK_ID, help="Reservation id, cr-….  [default: a random one]")
@click.option("--type", "instance_type", type=INSTANCE_TYPE, help="[default: trn2.48xlarge, or the UltraServer's]")
@click.option("--count", type=Whole(1, 64), default=16, show_default=True)
@click.option("--region", type=REGION, default="us-east-2", show_default=True)
@click.option("--zone", type=ZONE, help="Zone name.")
@click.option("--zone-id", type=ZONE_ID, help="Zone id, instead of its name.")
@click.option("--start", help="ISO 8601, or +2h from the account's now.  [required]")
@click.option("--end", help="The same.  [required]")
@click.option("--ultraserver-type", type=ULTRASERVER_TYPE, help="u-trn2x64 when the nodes are one UltraServer.")
@_STATE_DIR
def block(state_dir: Path | None, **given: Any) -> None:
    """Put a purchased Capacity Block into the account."""
    request = {key: value for key, value in given.items() if value is not None}
    click.echo(_tell(state_dir, "block", request)["reservation_id"])


@click.command()
@click.argument("parameter", type=PARAMETER)
@click.option("--region", type=REGION, default="us-east-2", show_default=True)
@_STATE_DIR
def image(parameter: str, region: str, state_dir: Path | None) -> None:
    """Publish a newer image under the public PARAMETER.

    AWS does so every few weeks.
    """
    click.echo(_tell(state_dir, "image", {"parameter": parameter, "region": region})["image_id"])


@click.command()
@_STATE_DIR
def events(state_dir: Path | None) -> None:
    """Print, as JSON, every event that EventBridge would have carried."""
    click.echo(json.dumps(_tell(state_dir, "events", {})["events"], indent=2))


COMMANDS = (advance, scenario, block, image, events)
"""Commands that the group ``trnctl sandbox`` adds to its own."""
