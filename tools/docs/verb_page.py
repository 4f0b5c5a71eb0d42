"""The verbs of ``trnctl`` with their arguments, options and exit codes."""

from __future__ import annotations

from collections.abc import Iterator

import click
from page import Undocumented, missing, table

from cdk_trainium.cli import root

__all__ = ["pages"]

_HEAD = """# trnctl

| exit code | meaning |
|---|---|
| 0 | passed |
| 1 | an error finding, or (`doctor`) something is missing |
| 2 | could not run: usage, file, credentials |
| 3 | nothing failed but something is unknown (`review` gives it only with `--strict`) |

Data goes to standard output, progress and hints to standard error. `NO_COLOR` is respected. Every verb has `--help`.
"""


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield the one page."""
    parts = [_HEAD]
    for words, command in _commands("trnctl", root):
        undocumented += missing(words, help=command.help)
        parts.append(_section(words, command, undocumented))
    yield "trnctl.md", "\n".join(parts)


def _commands(words: str, group: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(group, click.Group):
        yield words, group
        return
    context = click.Context(group, info_name=words)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield from _commands(f"{words} {name}", command)


def _section(words: str, command: click.Command, undocumented: Undocumented) -> str:
    arguments = [item for item in command.params if isinstance(item, click.Argument)]
    options = [item for item in command.params if isinstance(item, click.Option)]
    for option in options:
        obvious = isinstance(option.type, click.Choice) or option.default not in (None, False)
        undocumented += missing(f"{words} {option.opts[0]}", help=option.help or obvious or "")
    usage = " ".join([words, *(item.make_metavar(click.Context(command)) for item in arguments)])
    lines = [(f"`{', '.join(item.opts)}`", item.help or "", _values(item)) for item in options]
    shown = table(["option", "meaning", "values"], lines) if lines else ""
    return f"## {words}\n\n```text\n{usage}\n```\n\n{' '.join((command.help or '').split())}\n\n{shown}"


def _values(option: click.Option) -> str:
    if option.is_flag:
        return "flag"
    kinds = ", ".join(map(str, option.type.choices)) if isinstance(option.type, click.Choice) else option.type.name
    many = ", repeatable" if option.multiple else ""
    given = isinstance(option.default, str | int) and option.show_default
    return f"{kinds}{many}" + (f"; default {option.default}" if given else "")
