"""``trnctl sandbox advance|scenario|block|image|events``: what a running simulated account is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

__all__ = ["COMMANDS"]

_STATE_DIR = click.option(
    "--state-dir",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TRNCTL_STATE_DIR",
    help="Where the state file is kept.  [default: $XDG_STATE_HOME/cdk-trainium]",
)


def _tell(state_dir: Path | None, name: str, request: dict[str, Any]) -> dict[str, Any]:
    from urllib.error import HTTPError

    from ..errors import InputError, Problem
    from ..sandbox.process import control, default_state_dir, find

    running = find(state_dir or default_state_dir())
    if running is None:
        raise InputError("sandbox", [Problem("TRN093", "no sandbox runs", hint="trnctl sandbox start")])
    try:
        return control(running, name, request)
    except HTTPError as error:
        raise InputError("sandbox", [Problem("TRN095", _reason(error.read()) or str(error))]) from None
    except (OSError, ValueError) as error:
        message = f"the sandbox did not answer: {error}"
        raise InputError("sandbox", [Problem("TRN095", message, hint="read sandbox.log")]) from None


def _reason(body: bytes) -> str:
    """Return the refusal's text, or nothing: a server that failed answers with a page, not with JSON."""
    try:
        found = json.loads(body)
    except ValueError:
        return ""
    return str(found.get("error", "")) if isinstance(found, dict) else ""


def _plain(data: dict[str, Any], file: Path) -> dict[str, Any]:
    """Return ``data`` as JSON holds it; YAML can say more, such as sets and values that hold themselves."""
    from ..errors import InputError, Problem

    try:
        plain: dict[str, Any] = json.loads(json.dumps(data, default=lambda value: value.isoformat()))
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        message = f"the scenario holds what JSON cannot hold: {error}"
        raise InputError(str(file), [Problem("TRN095", message)]) from None
    return plain


@click.command()
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
@click.argument("file", type=click.Path(path_type=Path))
@_STATE_DIR
def scenario(file: Path, state_dir: Path | None) -> None:
    """Apply the scenario FILE to the account.

    It holds quotas, capacity, blocks, what exists, what shall fail.
    """
    from ..sandbox.scenario import load

    data = _plain(load(file), file)
    click.echo(f"applied; now {_tell(state_dir, 'scenario', data)['now']}")


@click.command()
@click.option("--id", "reservation_id", help="Reservation id, cr-….  [default: a random one]")
@click.option("--type", "instance_type", default="trn2.48xlarge", show_default=True)
@click.option("--count", type=click.IntRange(1, 64), default=16, show_default=True)
@click.option("--region", default="us-east-2", show_default=True)
@click.option("--zone", help="Zone name.")
@click.option("--zone-id", help="Zone id, instead of its name.")
@click.option("--start", required=True, help="ISO 8601, or +2h from the account's now.")
@click.option("--end", required=True, help="The same.")
@click.option("--ultraserver-type", help="u-trn2x64 when the nodes are one UltraServer.")
@_STATE_DIR
def block(state_dir: Path | None, **given: Any) -> None:
    """Put a purchased Capacity Block into the account."""
    request = {key: value for key, value in given.items() if value is not None}
    click.echo(_tell(state_dir, "block", request)["reservation_id"])


@click.command()
@click.argument("parameter")
@click.option("--region", default="us-east-2", show_default=True)
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
