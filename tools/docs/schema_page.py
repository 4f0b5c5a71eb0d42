"""The cluster file, from its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from page import Undocumented, missing, table

from cdk_trainium.spec.schema import cluster_schema

__all__ = ["pages"]


def pages(undocumented: Undocumented) -> Iterator[tuple[str, str]]:
    """Yield the one page."""
    schema = cluster_schema()
    parts = [
        "# Cluster file\n\nYAML. Every prop, with unit and default; what is not here is refused. "
        "`trnctl schema` prints the JSON Schema for your editor (`# yaml-language-server: $schema=…`).\n",
        _section("The file", schema, undocumented),
    ]
    parts += [_section(name, part, undocumented) for name, part in schema["$defs"].items()]
    yield "cluster-file.md", "\n".join(parts)


def _section(name: str, schema: Mapping[str, Any], undocumented: Undocumented) -> str:
    undocumented += missing(f"cluster file {name}", description=schema.get("description"))
    needed = schema.get("required", ())
    lines = []
    for prop, part in schema.get("properties", {}).items():
        constant = "const" in part
        undocumented += missing(f"cluster file {name}.{prop}", description=part.get("description") or constant or "")
        lines.append((f"`{prop}`" + " (required)" * (prop in needed), _kind(part), part.get("description", "")))
    head = f"## {name}\n\n{' '.join(schema.get('description', '').split())}\n"
    return f"{head}\n{table(['prop', 'type', 'meaning'], lines)}" if lines else f"{head}\nNo props.\n"


def _kind(part: Mapping[str, Any]) -> str:
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "const" in part:
        return f"`{part['const']}`"
    if "enum" in part:
        return " or ".join(f"`{item}`" for item in part["enum"])
    for key in ("anyOf", "oneOf"):
        if key in part:
            return " or ".join(_kind(item) for item in part[key] if item.get("type") != "null")
    if part.get("type") == "array":
        return f"list of {_kind(part['items'])}"
    limits = [f"{word} {part[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in part]
    return " ".join([str(part.get("format") or part.get("type", "any")), *limits])
