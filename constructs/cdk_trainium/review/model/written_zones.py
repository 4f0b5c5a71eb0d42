"""Literal zones of a resource, wherever a property takes a zone's name or id; one walk for all rules that ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from ...template import Value
from ..rule import Path

__all__ = ["WITH_ZONES", "WrittenZone", "written_zones"]

WITH_ZONES = (
    "AWS::AutoScaling::AutoScalingGroup",
    "AWS::EC2::CapacityReservation",
    "AWS::EC2::CapacityReservationFleet",
    "AWS::EC2::EC2Fleet",
    "AWS::EC2::Host",
    "AWS::EC2::Instance",
    "AWS::EC2::LaunchTemplate",
    "AWS::EC2::SpotFleet",
    "AWS::EC2::Subnet",
    "AWS::EC2::Volume",
    "AWS::EFS::FileSystem",
)
"""Types that have such a property at any depth, and no map whose keys a user chooses."""
_NAMES = ("AvailabilityZone", "AvailabilityZones", "AvailabilityZoneName")
_IDS = ("AvailabilityZoneId", "AvailabilityZoneIds")
_PLACES = frozenset((*_NAMES, *_IDS))
_NODES = frozenset((dict, list))


class WrittenZone(NamedTuple):
    """One zone that a template writes out."""

    path: Path
    text: str
    is_id: bool
    """Whether the property takes an id (``use2-az3``), not a name."""


def written_zones(properties: Mapping[str, Value]) -> tuple[WrittenZone, ...]:
    """Return every zone below ``properties``, in order."""
    if not _holds_a_place(properties):
        return ()
    return tuple(WrittenZone(path, text, key in _IDS) for path, key, text in _zones(properties, ("Properties",)))


def _holds_a_place(properties: Mapping[str, Value]) -> bool:
    """Return whether there is such a property at all: most resources have none, and paths cost most of the walk."""
    todo: list[Mapping[str, Value] | list[Value]] = [properties]
    for node in todo:  # grows meanwhile
        if isinstance(node, list):
            items: Iterable[Value] = node
        elif _PLACES.isdisjoint(node):
            items = node.values()
        else:
            return True
        todo += [item for item in items if type(item) in _NODES]
    return False


def _zones(value: Mapping[str, Value] | list[Value], path: Path) -> Iterator[tuple[Path, str, str]]:
    """Yield every zone below ``value`` with its path and the property that holds it."""
    for step, item in enumerate(value) if isinstance(value, list) else value.items():
        kind = type(item)
        if step in _PLACES:
            yield from _written(item, (*path, step), str(step))
        elif kind is dict or kind is list:
            yield from _zones(item, (*path, step))


def _written(value: Value, path: Path, key: str) -> Iterator[tuple[Path, str, str]]:
    """Yield the zones of one property: one text, several in it, or a list of texts."""
    if isinstance(value, str):
        yield from ((path, key, zone.strip()) for zone in value.split(","))
    elif isinstance(value, list):
        yield from chain.from_iterable(_written(item, (*path, at), key) for at, item in enumerate(value))
