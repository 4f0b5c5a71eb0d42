"""Attributes that ``Fn::GetAtt`` reads of a resource."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import starmap

from .schema import schema

__all__ = ["attributes_of", "has_attribute"]

_ANY = "*"
"""Stands for the position in a list."""


def attributes_of(kind: str) -> Sequence[str] | None:
    """Return the attributes of resource type ``kind``; None when they are not known here, or are its template's."""
    return schema().attributes.get(kind)


@lru_cache(maxsize=4096)
def has_attribute(kind: str, attribute: str) -> bool:
    """Return whether resources of type ``kind`` have ``attribute``, also as a part or a whole of a known one."""
    known, given = attributes_of(kind), attribute.split(".")
    return known is None or any(_fits(name.split("."), given) for name in known)


def _fits(known: Sequence[str], given: Sequence[str]) -> bool:
    return all(starmap(_same, zip(known, given, strict=False)))


def _same(known: str, given: str) -> bool:
    return known in (_ANY, given)
