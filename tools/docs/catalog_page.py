"""The catalog as tables, each value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from page import Undocumented, missing, table

from cdk_trainium.catalog import Catalog, InstanceTypeInfo, UltraServerInfo, default
from cdk_trainium.cli.fact_text import value_text

__all__ = ["pages"]

_HEAD = """# Catalog

Every value with source, date and confidence; `unknown` is a value that no source gives, and is never guessed.
`trnctl catalog` compares the types in the terminal, an [overlay](../../how-to/overlay.md) adds to them.
"""


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield the one page."""
    catalog = default()
    parts = [_HEAD]
    entries: dict[str, InstanceTypeInfo | UltraServerInfo] = {**catalog.types, **catalog.ultraservers}
    for name, item in entries.items():
        for key, fact in item.facts.items():
            undocumented += missing(f"catalog {name}.{key}", source=fact.source, date=fact.date)
        parts.append(_section(name, item.facts))
    yield "catalog.md", "\n".join([*parts, _sources(catalog)])


def _section(name: str, facts: Mapping[str, Any]) -> str:
    lines = [
        (f"`{key}`", value_text(fact.value), ", ".join(fact.source), fact.date, fact.confidence, fact.note)
        for key, fact in facts.items()
    ]
    return f"## {name}\n\n{table(['fact', 'value', 'source', 'date', 'confidence', 'note'], lines)}"


def _sources(catalog: Catalog) -> str:
    lines = [(key, item["title"], f"`{item['ref']}`", item["date"]) for key, item in catalog.sources.items()]
    return f"## Sources\n\n{table(['key', 'title', 'where', 'date'], lines)}"
