"""``trnctl completion``: click's own shell completion."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL; source it, or write it where the shell looks for such scripts."""
    from click.shell_completion import get_completion_class

    from . import root

    made = get_completion_class(shell)
    assert made is not None, shell
    click.echo(made(root, {}, "trnctl", "_TRNCTL_COMPLETE").source())
