"""``trnctl demand``: what a plan asks of an account, and every documented limit it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import InputError, Problem
from .params import REGION
from .paths import GIVEN_PATH

if TYPE_CHECKING:
    from ..catalog import Catalog
    from ..demand import Demand


@click.command("demand")
@click.argument("paths", nargs=-1, required=True, type=GIVEN_PATH, metavar="PATH...")
@click.option("--region", type=REGION, help="Region of templates that name none.")
@click.option("--overlay", type=GIVEN_PATH, help="Catalog overlay file.  [default: CDK_TRAINIUM_CATALOG]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(paths: tuple[Path, ...], region: str | None, overlay: Path | None, form: str) -> None:
    """Print what cluster files, cdk.out folders and templates ask of an account; no account is asked.

    The JSON, a list where regions or cluster files are several, is what `trnctl preflight --request` reads.
    """
    from ..catalog import selected
    from ..demand.sources import demands_of_paths

    catalog = selected(overlay)
    demands, unread = demands_of_paths(paths, region=region or "", catalog=catalog)
    if demands:
        click.echo(_json(demands) if form == "json" else "\n".join(_text(demand, catalog) for demand in demands))
    for item in unread:
        click.echo(f"not read: {item.path}: {item.why}", err=True)
    if not demands:
        hint = "name a cluster file, a cdk.out folder or a template with resources"
        raise InputError("demand", [Problem("TRN066", "no plan found", "PATH", ", ".join(map(str, paths)), hint=hint)])


def _json(demands: Sequence[Demand]) -> str:
    """Return the one demand, a list of several: one document, which `preflight --request` reads."""
    import json

    listed = [demand.to_json() for demand in demands]
    return json.dumps(listed[0] if len(listed) == 1 else listed, indent=2)


def _text(demand: Demand, catalog: Catalog) -> str:
    from ..demand.summary import summary

    return "\n".join(summary(demand, catalog))
