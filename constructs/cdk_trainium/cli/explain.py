"""``trnctl explain``: the reference in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .paths import GIVEN_PATH

if TYPE_CHECKING:
    from ..catalog import Catalog
    from ..preflight.check import Check
    from ..review.rule import Rule

_WIDTH = 9
_MOST_BEGUN = 5
"""Names shown of those that begin with what was typed."""


@click.command("explain")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--overlay", type=GIVEN_PATH, help="Catalog overlay file. Default: the one CDK_TRAINIUM_CATALOG names.")
def command(names: tuple[str, ...], overlay: Path | None) -> None:
    """Explain a code (TRN309), a check of preflight (quota-on-demand), a quota (L-2C3B7624) or a type (trn2.48xlarge).

    Without NAME it lists all of them under headings.
    """
    from ..catalog import selected
    from .explain_list import listing, titles
    from .explain_quota import quotas_by_code

    catalog = selected(overlay)
    if not names:
        click.echo("\n".join(listing(catalog)))
        return
    named = (*titles(), *quotas_by_code(catalog), *catalog.types, *catalog.ultraservers)
    known = {name.lower(): name for name in named}
    _refuse_unknown(names, known)
    for number, name in enumerate(names):
        click.echo("" if number else None, nl=bool(number))
        for line in _lines(known[name.lower()], catalog):
            click.echo(line)


def _refuse_unknown(names: tuple[str, ...], known: dict[str, str]) -> None:
    from ..errors import InputError, Problem
    from ..wording import as_written, nearest

    problems = []
    for name in names:
        if name.lower() not in known:
            begun = [one for one in known.values() if name and one.startswith(name)][:_MOST_BEGUN]
            meant = f"did you mean {', '.join(begun)}?" if begun else nearest(name, known.values())
            hint = meant or "trnctl explain lists codes and checks"
            got = name.strip() if name.strip() and name.isprintable() else as_written(name)
            problems.append(Problem("TRN030", "is no code, check, quota or instance type", "NAME", got, hint=hint))
    if problems:
        raise InputError("trnctl explain", problems)


def _lines(name: str, catalog: Catalog) -> Iterator[str]:
    from ..preflight.check import all_checks
    from ..review import find_rule
    from .codes import CODES
    from .explain_quota import quota_lines, quotas_by_code
    from .fact_text import described

    quota = quotas_by_code(catalog).get(name)
    rule = find_rule(name)
    check = next((item for item in all_checks() if item.id == name), None)
    if rule is not None:
        yield from _rule(rule)
    elif check is not None:
        yield from _check(check)
    elif quota is not None:
        yield from quota_lines(quota)
    elif name in CODES:
        yield from (f"{name}  {CODES[name]}", "", _row("kind", "a mistake in what was given; the error says where"))
    else:
        yield from described(name, catalog)


def _rule(rule: Rule) -> Iterator[str]:
    yield from (f"{rule.id}  {rule.title}", "", _row("kind", f"review rule, level {rule.level}"))
    yield from (_row("judges", rule.on), _row("why", rule.why))
    yield _row("fix", rule.fix or "said by each finding")
    yield _row("source", rule.source)


def _check(check: Check) -> Iterator[str]:
    yield from (f"{check.id}  {check.title}", "", _row("kind", "preflight check" + ", opt-in" * check.opt_in))
    yield from (_row("why", check.why), _row("passes", check.passes), _row("fails", check.fails))
    yield from (_row("reads", ", ".join(check.inputs)), _row("needs", ", ".join(check.actions) or "no permission"))
    yield from (_row("by hand", check.command), _row("source", check.source))


def _row(name: str, text: str) -> str:
    return f"  {name:<{_WIDTH}}{text}"
