"""A reservation of a type that does not exist, or that its region or zone does not offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....catalog import InstanceTypeInfo
from ....constraints.offered import not_offered_in_zone
from ....findings import Level
from ...model.places import EACH, found_at
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Path, Rule
from ...subjects import Branched
from .type_in_region import judged_in
from .unknown_type import judged_name

_OF_FLEET = "InstanceTypeSpecifications"
_ZONES = ("AvailabilityZone", "AvailabilityZoneId")


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Look up each type that a reservation, or a fleet of them, asks for; a launch is judged where it is written."""
    data, root = subject.branch.properties, ("Properties",)
    region = context.world.region_of(subject.resource.template)
    yield from _judged(data, root, region, context)
    for item, path in found_at(data.get(_OF_FLEET), (*root, _OF_FLEET), (EACH,)):
        yield from _judged(as_map(item), path, region, context)


def _judged(data: Mapping[str, Any], root: Path, region: str, context: Context) -> Iterator[Hit]:
    name, path = data.get("InstanceType"), (*root, "InstanceType")
    info = context.catalog.find(name) if isinstance(name, str) else None
    if isinstance(name, str) and name != name.lower():
        yield Hit(f"no instance type {name} is known: names are in small letters", path, f"write {name.lower()}")
    elif isinstance(name, str) and info is None:
        yield from judged_name(name, path, context)
    if info is not None:
        yield from _placed(info, data, path, region, context)


def _placed(
    info: InstanceTypeInfo, data: Mapping[str, Any], path: Path, region: str, context: Context
) -> Iterator[Hit]:
    in_region = list(judged_in(info, region, path, context)) if region else []
    yield from in_region
    zones = [data[key] for key in _ZONES if isinstance(data.get(key), str)] if not in_region else []
    doubts = filter(None, (not_offered_in_zone(info, zone, context.catalog) for zone in zones))
    yield from (Hit(doubt, path, level=Level.WARNING) for doubt in doubts)


RULE = Rule(
    id="TRN607",
    title="A reserved type exists, and its region and zone offer it",
    level=Level.ERROR,
    why="EC2 refuses the reservation, and the stack rolls back.",
    source="EC2 offerings per region and zone, dated in the catalog",
    on="AWS::EC2::CapacityReservation AWS::EC2::CapacityReservationFleet",
    check=check,
    fix="reserve a type that the region offers; trnctl preflight asks EC2 for today's answer",
)
