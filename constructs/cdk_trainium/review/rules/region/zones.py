"""Literal zones of a template, wherever a property takes a zone's name."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.zones import check_zone_name
from ...options import Context
from ...rule import Check, Hit, from_problem
from ...subjects import Branched

__all__ = ["WITH_ZONES", "zones_with"]

_PLACES = {
    "AWS::EC2::Subnet": ("Properties", "AvailabilityZone"),
    "AWS::EC2::Instance": ("Properties", "AvailabilityZone"),
    "AWS::EC2::CapacityReservation": ("Properties", "AvailabilityZone"),
    "AWS::EC2::LaunchTemplate": ("Properties", "LaunchTemplateData", "Placement", "AvailabilityZone"),
    "AWS::EC2::Volume": ("Properties", "AvailabilityZone"),
    "AWS::EC2::Host": ("Properties", "AvailabilityZone"),
    "AWS::EC2::EC2Fleet": ("Properties", "LaunchTemplateConfigs", "Overrides", "AvailabilityZone"),
    "AWS::EFS::FileSystem": ("Properties", "AvailabilityZoneName"),
    "AWS::AutoScaling::AutoScalingGroup": ("Properties", "AvailabilityZones"),
}
WITH_ZONES = " ".join(_PLACES)


def zones_with(code: str) -> Check:
    """Return a check that reports the zone problems of one code."""

    def check(item: Branched, context: Context) -> Iterator[Hit]:
        region, path = context.world.region_of(item.resource.template), _PLACES[item.resource.type]
        for zone in _values(item.branch.properties, path[1:]):
            problem = check_zone_name(zone, region)
            if problem is not None and problem.code == code:
                yield Hit(from_problem(problem, path).message, path, problem.hint)

    return check


def _values(data: object, steps: tuple[str, ...]) -> Iterator[str]:
    if isinstance(data, list):
        for item in data:
            yield from _values(item, steps)
    elif steps:
        yield from _values(data.get(steps[0]) if isinstance(data, dict) else None, steps[1:])
    elif isinstance(data, str):
        yield data
