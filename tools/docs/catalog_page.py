"""The catalog as tables, each value with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from page import Undocumented, missing, table

from cdk_trainium.catalog import InstanceTypeInfo, UltraServerInfo, default
from cdk_trainium.cli.fact_text import Sources, value_text

__all__ = ["pages"]

_HEAD = """# Catalog

Every value with its source (by number, listed at the end), date and confidence; `unknown` is a value that no source
gives, and is never guessed. `trnctl catalog` compares the types in the terminal, an
[overlay](../../how-to/overlay.md) adds to them.
"""


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield the one page."""
    catalog = default()
    sources, parts = Sources(catalog), [_HEAD]
    entries: dict[str, InstanceTypeInfo | UltraServerInfo] = {**catalog.types, **catalog.ultraservers}
    for name, item in entries.items():
        for key, fact in item.facts.items():
            undocumented += missing(f"catalog {name}.{key}", source=fact.source, date=fact.date)
        parts.append(_section(name, item.facts, sources))
    listed = table(["number", "source"], [(mark, text) for mark, text in sources.listed()])
    yield "catalog.md", "\n".join([*parts, f"## Sources\n\n{listed}"])


def _section(name: str, facts: Mapping[str, Any], sources: Sources) -> str:
    lines = [
        (f"`{key}`", value_text(fact.value), sources.origin(fact), sources.marked(fact.note))
        for key, fact in facts.items()
    ]
    return f"## {name}\n\n{table(['fact', 'value', 'source, date, confidence', 'note'], lines)}"
