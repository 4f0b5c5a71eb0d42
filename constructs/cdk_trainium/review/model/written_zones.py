"""Literal zones of a resource, wherever a property takes a zone's name or id; one look for all rules that ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from ...template import Value
from ..rule import Path
from .places import EACH, Steps, found_at
from .schema import Shape, schema

__all__ = ["WrittenZone", "places_of_zones", "written_zones"]

_NAMES = ("AvailabilityZone", "AvailabilityZones", "AvailabilityZoneName")
_IDS = ("AvailabilityZoneId", "AvailabilityZoneIds")
_PLACES = frozenset((*_NAMES, *_IDS))


class WrittenZone(NamedTuple):
    """One zone that a template writes out."""

    path: Path
    text: str
    is_id: bool
    """Whether the property takes an id (``use2-az3``), not a name."""


@cache
def places_of_zones(kind: str) -> Sequence[Steps]:
    """Return the properties of the resource type ``kind`` that take zones; none of a type without a schema."""
    return tuple(_places(schema().types.get(kind)))


def _places(shape: Shape, above: Steps = ()) -> Iterator[Steps]:
    if isinstance(shape, list):
        yield from _places(shape[0], (*above, EACH))
    for name, inner in shape.items() if isinstance(shape, dict) else ():
        if name in _PLACES:
            yield (*above, name)
        else:
            yield from _places(inner, (*above, name))


def written_zones(properties: Mapping[str, Value], places: Sequence[Steps]) -> tuple[WrittenZone, ...]:
    """Return every zone of ``properties`` at ``places``, in order."""
    found = ((item, steps[-1]) for steps in places for item in found_at(properties, ("Properties",), steps))
    return tuple(chain.from_iterable(_written(value, path, key) for (value, path), key in found))


def _written(value: Value, path: Path, key: str) -> Iterator[WrittenZone]:
    """Yield the zones of one property: one text, several in it, or a list of texts."""
    if isinstance(value, str):
        yield from (WrittenZone(path, zone.strip(), key in _IDS) for zone in value.split(","))
    elif isinstance(value, list):
        yield from chain.from_iterable(_written(item, (*path, at), key) for at, item in enumerate(value))
