"""Values at a place of a resource that is known beforehand, through every list on the way."""

from __future__ import annotations

from collections.abc import Iterator

from ...template import Value
from ..rule import Path
from .values import as_list, as_map

__all__ = ["EACH", "Steps", "found_at"]

EACH = "*"
"""Stands for every item of a list."""
Steps = tuple[str, ...]


def found_at(value: Value, path: Path, steps: Steps) -> Iterator[tuple[Value, Path]]:
    """Yield what lies ``steps`` below ``value``, with its path; ``path`` is that of ``value``."""
    if not steps:
        yield value, path
    elif steps[0] == EACH:
        for at, item in enumerate(as_list(value)):
            yield from found_at(item, (*path, at), steps[1:])
    elif steps[0] in as_map(value):
        yield from found_at(value[steps[0]], (*path, steps[0]), steps[1:])
