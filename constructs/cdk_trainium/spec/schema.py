"""The JSON Schema of the cluster file, for editors."""

from __future__ import annotations

from typing import Any

from .attribute_docs import DescribedSchema
from .cluster import ClusterSpec

__all__ = ["cluster_schema"]


def cluster_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a cluster file, with a description for every prop."""
    schema = ClusterSpec.model_json_schema(schema_generator=DescribedSchema)
    _plain(schema)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cdk-trainium cluster file",
        **{name: value for name, value in schema.items() if name != "title"},
    }


def _plain(schema: Any) -> None:
    """Take docstring markup out of the descriptions: an editor shows them as they are."""
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            schema["description"] = " ".join(schema["description"].replace("`", "").split())
        for part in schema.values():
            _plain(part)
    elif isinstance(schema, list):
        for part in schema:
            _plain(part)
