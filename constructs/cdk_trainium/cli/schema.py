"""``trnctl schema``: the JSON Schema of the cluster file."""

from __future__ import annotations

import json

import click


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of the cluster file."""
    from ..spec.schema import cluster_schema

    click.echo(json.dumps(cluster_schema(), indent=2))
