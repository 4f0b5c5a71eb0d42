"""``trnctl catalog``: choose and compare instance types, and see where every value comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..catalog import Catalog, InstanceTypeInfo, selected
from ..errors import InputError, Problem
from ..wording import counted, nearest
from .fact_text import described, source_text, value_text
from .paths import GIVEN_PATH

_COLUMNS = {
    "vcpus": "vCPU",
    "memory_gib": "GiB",
    "accelerator": "accelerator",
    "chips": "chips",
    "cores": "cores",
    "hbm_gib": "HBM GiB",
    "pflops_bf16_dense": "BF16 PF",
    "pflops_fp8_dense": "FP8 PF",
    "efa_count": "EFA",
    "network_gbps": "Gbps",
    "usage_classes": "sold as",
}


@click.command("catalog")
@click.argument("types", nargs=-1, metavar="[TYPE]...")
@click.option("--overlay", type=GIVEN_PATH, help="Catalog overlay file. Default: the one CDK_TRAINIUM_CATALOG names.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(types: tuple[str, ...], overlay: Path | None, form: str) -> None:
    """Compare instance types and UltraServers; with TYPE, show every fact with source, date and confidence.

    PFLOPS are dense; "unknown" is a value that no source gives.
    """
    catalog = selected(overlay)
    found = _found(catalog, types)
    if form == "json":
        click.echo(json.dumps({name: _facts(item, catalog) for name, item in found.items()}, indent=2))
    elif types:
        for name in found:
            click.echo("\n".join(described(name, catalog)))
    else:
        _compare(catalog)


def _found(catalog: Catalog, names: tuple[str, ...]) -> Mapping[str, Any]:
    known: dict[str, Any] = {**catalog.types, **catalog.ultraservers}
    wanted = {name: catalog.find(name) or catalog.ultraservers.get(name) for name in names} or known
    missing = [name for name, item in wanted.items() if item is None]
    if missing:
        allowed = ", ".join(sorted(known))
        text = "is not in the catalog"
        problems = [
            Problem("TRN010", text, "TYPE", name or repr(name), allowed, nearest(name, known)) for name in missing
        ]
        raise InputError("trnctl catalog", problems)
    return wanted


def _facts(item: Any, catalog: Catalog) -> dict[str, Any]:
    return {
        name: {
            "value": fact.value,
            "source": [source_text(key, catalog) for key in fact.source],
            "date": fact.date,
            "confidence": fact.confidence,
            **({"note": fact.note} if fact.note else {}),
        }
        for name, fact in item.facts.items()
    }


def _compare(catalog: Catalog) -> None:
    from tabulate import tabulate

    rows = [_row(item) for item in catalog.types.values()]
    click.echo(tabulate(rows, headers=["type", *_COLUMNS.values()], tablefmt="simple", disable_numparse=True))
    for server in catalog.ultraservers.values():
        state = "" if server.launchable else ", cannot be launched by name yet"
        chips = counted(server.value("chips"), "chip")
        click.echo(f"{server.name}: {server.nodes} x {server.instance_type}, {chips}{state}")


def _row(item: InstanceTypeInfo) -> list[str]:
    return [item.name, *(_cell(item, name) for name in _COLUMNS)]


def _cell(item: InstanceTypeInfo, name: str) -> str:
    """A fact that the type's kind does not have, such as cores of a GPU, is a dash and not unknown."""
    value = item.value(name)
    if name not in item.facts:
        return "-"
    return value_text(value)
