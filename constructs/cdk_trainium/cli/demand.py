"""``trnctl demand``: what a plan asks of an account, and every documented limit it breaks."""

from __future__ import annotations

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

    The JSON is what `trnctl preflight --request` reads.
    """
    from ..catalog import selected
    from ..demand.sources import demands_of_paths

    catalog = selected(overlay)
    demands, unread = demands_of_paths(paths, region=region or "", catalog=catalog)
    for demand in demands:
        click.echo(_json(demand) if form == "json" else _text(demand, catalog))
    for item in unread:
        click.echo(f"not read: {item.path}: {item.why}", err=True)
    if not demands:
        hint = "name a cluster file, a cdk.out folder or a template with resources"
        raise InputError("demand", [Problem("TRN066", "no plan found", "PATH", ", ".join(map(str, paths)), hint=hint)])


def _json(demand: Demand) -> str:
    import json

    return json.dumps(demand.to_json(), indent=2)


def _text(demand: Demand, catalog: Catalog) -> str:
    from ..demand.summary import summary

    return "\n".join(summary(demand, catalog))
