"""A group of verbs that says what a misspelt one may have been."""

from __future__ import annotations

import click

from ..wording import nearest

__all__ = ["Verbs"]


class Verbs(click.Group):
    """A click group with one wording for unknown verbs, whatever the version of click."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse a verb that does not exist, and name those that are near."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            hint = nearest(name, self.list_commands(ctx))
            ctx.fail(f"no verb {name!r}; {hint or 'allowed: ' + ', '.join(self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)
