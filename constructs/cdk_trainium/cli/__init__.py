"""``trnctl``: one file per verb; a verb's imports happen when it runs, not before."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from .. import __version__
from .ending import INTERRUPTED, SELF_EVIDENT, UNREAD, drop_unwritable, is_interrupt, tell
from .streams import hold_closed_streams, spell_what_does_not_fit
from .terminal import is_terminal
from .verbs import Verbs

_VERBS = {
    "init": "Write a small CDK app around a cluster file.",
    "doctor": "Check this machine and the account before the first deployment.",
    "preflight": "Ask an account whether it can hold a plan.",
    "demand": "Show what a plan asks of an account, and the limits it breaks.",
    "regions": "Rank the zones of all enabled regions for an instance type.",
    "quota": "Request a quota increase.",
    "catalog": "Compare instance types; show every fact with its source.",
    "explain": "Explain a code, a preflight check or an instance type.",
    "schema": "Print the JSON Schema of the cluster file.",
    "review": "Judge templates and cdk.out folders offline.",
    "sandbox": "Run the simulated account: start, advance its clock, apply a scenario, stop.",
    "completion": "Print the completion script of a shell.",
}
"""Verb -> one line of help, so that ``--help`` loads no verb's module."""


class _Verbs(Verbs):
    """A group whose verbs are imported on use."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the verbs in the order in which they are used."""
        return list(_VERBS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of ``cmd_name``."""
        if cmd_name not in _VERBS:
            return None
        module = importlib.import_module(f".{cmd_name.replace('-', '_')}", __name__)
        command: click.Command = module.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; Ctrl-C ends it with `INTERRUPTED`, where click would end with 1: an error finding to us."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort) as error:
            if not is_interrupt(error):
                raise
        if is_terminal(sys.stderr):
            tell("")  # ends the line that shows ^C
        raise SystemExit(INTERRUPTED)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_VERBS.items()))


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="trnctl")
def root() -> None:
    """Infrastructure as code for AWS Trainium."""


def main() -> None:
    """Run ``trnctl``; an error of the user's ends with exit code 2 and no traceback.

    Output that nobody reads any more, as with ``| head``, ends it quietly with `UNREAD`, whatever the verb; Ctrl-C does
    with `INTERRUPTED`; output for which there is no room or no stdout ends it with 2.
    ``TRNCTL_TRACEBACK=1`` shows where an error of the system came from: it may be a fault of ours.
    """
    hold_closed_streams()
    spell_what_does_not_fit()
    stdout = sys.stdout
    try:
        _run()
    except BrokenPipeError:
        os._exit(UNREAD)  # nothing is left to flush, and Python would complain that it cannot
    except SystemExit:
        if sys.stdout is not stdout:  # so click marks a broken pipe, before it ends with 1: an error finding to us
            os._exit(UNREAD)
        drop_unwritable()
        raise


def _run() -> None:
    try:
        root(prog_name="trnctl")
    except BrokenPipeError:
        raise
    except OSError as error:  # a full disk behind stdout, none at all, a folder that nobody may enter
        if os.environ.get("TRNCTL_TRACEBACK"):
            raise
        tell(f"error: {_told(error)}")
        if error.errno not in SELF_EVIDENT:
            tell("    hint: TRNCTL_TRACEBACK=1 shows where it came from")
    except Exception as error:
        from ..errors import TrainiumError  # here, since a run without an error can do without

        if not isinstance(error, TrainiumError):
            raise
        tell(f"error: {error}")
    raise SystemExit(2)


def _told(error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and error.filename is None:  # of getcwd, which names nothing
        return "the current folder is not there any more"
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{(error.strerror or str(error)).lower()}"
