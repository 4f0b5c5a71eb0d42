"""Rules on the literal zones of a template."""

from __future__ import annotations

from collections.abc import Iterator

from ....catalog import Catalog
from ....constraints.zones import check_zone_id, check_zone_name
from ....errors import Problem
from ...model.written_zones import WrittenZone
from ...options import Context
from ...rule import Check, Hit, from_problem
from ...subjects import Zoned

__all__ = ["zones_with"]


def zones_with(code: str) -> Check:
    """Return a check that reports the zone problems of one code."""

    def check(item: Zoned, context: Context) -> Iterator[Hit]:
        for zone in item.zones:
            problem = _problem(zone, context.world.region_of(item.resource.template), context.catalog)
            if problem is not None and problem.code == code:
                yield Hit(from_problem(problem, zone.path).message, zone.path, problem.hint)

    return check


def _problem(zone: WrittenZone, region: str, types: Catalog) -> Problem | None:
    return check_zone_id(zone.text, region, types) if zone.is_id else check_zone_name(zone.text, region)
