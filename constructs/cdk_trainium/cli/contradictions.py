"""Options that cannot stand together: every such pair is told at once, and no option is dropped silently."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import click
from click.core import ParameterSource

from ..errors import Problem

__all__ = ["contradiction", "dropped", "refuse", "written"]

_CODE = "TRN077"


def contradiction(options: Collection[str], why: str, allowed: str) -> Problem:
    """Return the problem of ``options``, which ``why`` says cannot stand together."""
    return Problem(_CODE, why, " and ".join(options), allowed=allowed)


def written(names: Collection[str] | None = None, but: Collection[str] = ()) -> list[str]:
    """Return what the command line itself gives this verb, not a default or a variable, as the user writes it.

    Args:
        names: parameters to look at. Default: - all.
        but: parameters to leave out.
    """
    context = click.get_current_context()
    return [
        param.opts[0] if isinstance(param, click.Option) else param.human_readable_name.strip("[].")
        for param in context.command.params
        if param.name
        and (names is None or param.name in names)
        and param.name not in but
        and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    ]


def dropped(beside: str, why: str, options: Collection[str]) -> Iterator[Problem]:
    """Yield the problem of ``options`` that would have no effect ``beside`` another, which does what ``why`` says."""
    if options:
        yield Problem(_CODE, f"no effect beside {beside}: {why}", ", ".join(options), hint="leave one of them out")


def refuse(problems: Iterable[Problem]) -> None:
    """Raise click's error with every one of ``problems``; none is none."""
    told = "\n".join(map(str, problems))
    if told:
        raise click.UsageError(told)
