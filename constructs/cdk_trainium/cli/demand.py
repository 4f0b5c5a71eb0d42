"""``trnctl demand``: what a plan asks of an account, and every documented limit it breaks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .params import REGION

if TYPE_CHECKING:
    from ..catalog import Catalog
    from ..demand import Demand


@click.command("demand")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--region", type=REGION, help="Region of templates that name none.")
@click.option("--overlay", type=click.Path(), help="Catalog overlay file.  [default: CDK_TRAINIUM_CATALOG]")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(paths: tuple[Path, ...], region: str | None, overlay: str | None, form: str) -> None:
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


def _json(demand: Demand) -> str:
    import json

    return json.dumps(demand.to_json(), indent=2)


def _text(demand: Demand, catalog: Catalog) -> str:
    from ..demand.summary import summary

    return "\n".join(summary(demand, catalog))
