"""Literal zones of a template, wherever a property takes a zone's name or id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from ....catalog import Catalog
from ....constraints.zones import check_zone_id, check_zone_name
from ....errors import Problem
from ....template import Value
from ...options import Context
from ...rule import Check, Hit, Path, from_problem
from ...subjects import Branched

__all__ = ["WITH_ZONES", "zones_with"]

WITH_ZONES = " ".join(
    [
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
    ]
)
"""Types that have such a property at any depth, and no map whose keys a user chooses."""
_NAMES = ("AvailabilityZone", "AvailabilityZones", "AvailabilityZoneName")
_IDS = ("AvailabilityZoneId", "AvailabilityZoneIds")
_PLACES = frozenset((*_NAMES, *_IDS))


def zones_with(code: str) -> Check:
    """Return a check that reports the zone problems of one code."""

    def check(item: Branched, context: Context) -> Iterator[Hit]:
        region = context.world.region_of(item.resource.template)
        for path, key, zone in _zones(item.branch.properties, ("Properties",)):
            problem = _problem(key, zone, region, context.catalog)
            if problem is not None and problem.code == code:
                yield Hit(from_problem(problem, path).message, path, problem.hint)

    return check


def _problem(key: str, zone: str, region: str, types: Catalog) -> Problem | None:
    return check_zone_id(zone, region, types) if key in _IDS else check_zone_name(zone, region)


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
