"""The docstrings below the fields of a spec, read when a schema is made: reading them at import costs each start."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

__all__ = ["DescribedSchema"]


class DescribedSchema(GenerateJsonSchema):
    """A JSON Schema in which each prop is described by the docstring below its field."""

    def model_schema(self, schema: core_schema.ModelSchema) -> dict[str, Any]:
        """Return the schema of one model."""
        made = super().model_schema(schema)
        texts = {name: text for base in reversed(schema["cls"].__mro__) for name, text in _attribute_docs(base)}
        for name, prop in made.get("properties", {}).items():
            if name in texts:
                prop.setdefault("description", texts[name])
        return made


def _attribute_docs(owner: type) -> Iterator[tuple[str, str]]:
    if not hasattr(owner, "model_fields"):
        return
    body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, after in pairwise(body.body):
        match field, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, inspect.cleandoc(text)
