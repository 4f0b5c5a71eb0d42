"""Names and types of the properties that CloudFormation knows, of the resource types that rules judge."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any, NamedTuple

__all__ = ["Names", "Schema", "Shape", "resource_types", "schema"]

Shape = Any
"""Name -> shape of an object, ``*`` for each name of a map; a list with the shape of its items; ``string``,
``integer``, ``number`` or ``boolean``; None where anything is allowed."""


class Schema(NamedTuple):
    """What one capture holds; written by ``tools/refresh_properties.py``."""

    source: str
    date: str
    types: Mapping[str, Mapping[str, Shape]]
    """Resource type -> name of a property -> its shape."""
    required: Mapping[str, Mapping[str, Sequence[str]]]
    """Resource type -> place of an object in it, ``LaunchTemplate/Overrides/*`` -> what it has to have."""
    read_only: Mapping[str, Sequence[str]]
    """Resource type -> the properties of the resource that CloudFormation fills in; types without any are left out."""
    attributes: Mapping[str, Sequence[str]]
    """Resource type -> what ``Fn::GetAtt`` reads, ``*`` for a position; not of types with outputs of their own."""


class Names(NamedTuple):
    """The resource types of one capture; written by ``tools/refresh_properties.py``."""

    source: str
    date: str
    names: frozenset[str]
    """Of every region."""


@cache
def resource_types() -> Names:
    """Return the resource types of this release, read once per process."""
    data = _data("resource_types.json")
    return Names(data["source"], data["date"], frozenset(data["names"]))


@cache
def schema() -> Schema:
    """Return the shapes of this release, read once per process."""
    return Schema(**_data("properties.json"))


def _data(name: str) -> Any:
    return json.loads(get_data(__package__.rpartition(".")[0], f"data/{name}") or b"")
