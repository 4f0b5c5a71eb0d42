"""What the generated pages share: tables, cells, and the refusal to leave something undocumented."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["Undocumented", "cell", "missing", "rows", "table"]

Undocumented = list[str]
"""What has no documentation, collected over all pages so that it is told at once."""


def missing(where: str, **texts: object) -> Undocumented:
    """Return ``where`` with the name of each text that is empty."""
    return [f"{where}: {name}" for name, text in texts.items() if not str(text or "").strip()]


def cell(text: object) -> str:
    """Return ``text`` as one cell of a table: rst literals and roles of docstrings become code, bars are escaped."""
    line = " ".join(str(text).split()).replace("``", "`").replace("|", "\\|")
    return line.replace("<", "&lt;") if "`" not in line else line


def table(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a table."""
    body = "\n".join(f"| {' | '.join(cell(item) for item in line)} |" for line in lines)
    return f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n{body}\n"


def rows(**texts: str) -> str:
    """Return names with texts as a list of definitions, the empty left out."""
    return "\n".join(f"{name.replace('_', ' ')}\n: {cell(text)}\n" for name, text in texts.items() if text)
