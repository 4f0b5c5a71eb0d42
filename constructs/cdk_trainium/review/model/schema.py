"""Names of the properties that CloudFormation knows, of the resource types that rules judge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Schema", "schema"]


@dataclass(frozen=True, slots=True)
class Schema:
    """The names of one capture; written by ``tools/refresh_properties.py``."""

    source: str
    date: str
    types: Mapping[str, Mapping[str, Any]]
    """Resource type -> name -> the names below it, None where any is allowed. Lists are looked through."""


@cache
def schema() -> Schema:
    """Return the names of this release, read once per process."""
    text = files(__package__.rpartition(".")[0]).joinpath("data/properties.json").read_text(encoding="utf-8")
    return Schema(**json.loads(text))
