"""A group of verbs that says what a misspelt one may have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import click

__all__ = ["Verbs"]


class Verbs(click.Group):
    """A click group with one wording for unknown verbs, whatever the version of click."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse a verb that does not exist, and name those that are near."""
        from .contradictions import contradiction, refuse

        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from ..wording import nearest

            hint = nearest(name, self.list_commands(ctx))
            ctx.fail(f"no verb {name!r}; {hint or 'allowed: ' + ', '.join(self.list_commands(ctx))}")
        resolved = super().resolve_command(ctx, args)
        refuse(
            contradiction([option], f"is given twice: {' and '.join(values)}", "one")
            for option, values in _repeated(resolved[1], resolved[2])
        )
        missing = list(_missing(resolved[1], resolved[2]))
        if len(missing) > 1:  # click tells one, and the next when that is given
            raise click.UsageError(f"missing options: {', '.join(missing)}")
        return resolved


def _missing(command: click.Command | None, args: Sequence[str]) -> Iterator[str]:
    """Yield the required options that ``args`` do not give; none where help is asked for."""
    written = {arg.partition("=")[0] for arg in takewhile(lambda one: one != "--", args)}
    if command is None or "--help" in written:
        return
    for one in command.params:
        if isinstance(one, click.Option) and one.required and not written.intersection(one.opts):
            yield one.opts[0]


def _repeated(command: click.Command | None, args: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the options of one value that ``args`` give several: click would take the last and drop the others."""
    if command is None or isinstance(command, click.Group):
        return
    options = [one for one in command.params if isinstance(one, click.Option) and not one.is_flag and not one.count]
    named = {name: one for one in options for name in one.opts}
    given: dict[str, list[str]] = {}
    rest = iter(args)
    for arg in takewhile(lambda one: one != "--", rest):
        name, written, value = arg.partition("=")
        if name in named:
            given.setdefault(name, []).append(value if written else next(rest, ""))
    yield from ((name, all_) for name, all_ in given.items() if len(set(all_)) > 1 and not named[name].multiple)
