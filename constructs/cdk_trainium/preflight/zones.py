"""Where a group is to run: its zones by name and by id, from the plan, its subnets and its reservation."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping

from ..catalog import Catalog
from ..constraints.zones import check_zone_id, check_zone_name, is_zone_id
from ..demand.model import Group
from ..errors import Problem
from .check import ask
from .plan import Plan
from .question import Answer, Question, Row
from .questions import subnet_rows, zones

__all__ = ["WHERE", "by_id", "by_name", "other_zone", "says_zone", "wanted_zones", "zone_problems", "zones_named"]

WHERE = ("groups[].zone", "groups[].zone_id", "groups[].zones", "groups[].subnet_ids", "groups[].capacity")
"""Members of the demand that say where a group runs."""


def by_name(zones: Iterable[Row]) -> dict[str, Row]:
    """Return zone name -> zone."""
    return {row.text("ZoneName"): row for row in zones}


def by_id(zones: Iterable[Row]) -> dict[str, Row]:
    """Return zone id -> zone."""
    return {row.text("ZoneId"): row for row in zones}


def wanted_zones(group: Group, subnets: Mapping[str, Row], names: Mapping[str, Row]) -> tuple[str, ...]:
    """Return the ids of the zones that the plan names for ``group``; a name of no known zone stays as it is.

    Ids, because a name means another zone in another account.
    """
    named = group.zones or ((group.zone_id or group.zone,) if group.zone_id or group.zone else ())
    if named:
        return tuple(dict.fromkeys(names[one].text("ZoneId") if one in names else one for one in named))
    return tuple(sorted({subnets[one].text("AvailabilityZoneId") for one in group.subnet_ids if one in subnets}))


def zone_problems(group: Group, region: str, catalog: Catalog) -> list[Problem]:
    """Return what is wrong with zone and zone id of ``group`` by themselves: their form, or another region's."""
    found = (
        check_zone_name(group.zone, region) if group.zone else None,
        check_zone_id(group.zone_id, region, catalog) if group.zone_id else None,
        *(_zone_problem(one, region, catalog) for one in group.zones),
    )
    return [one for one in found if one is not None]


def _zone_problem(zone: str, region: str, catalog: Catalog) -> Problem | None:
    return check_zone_id(zone, region, catalog) if is_zone_id(zone) else check_zone_name(zone, region)


def says_zone(group: Group) -> bool:
    """Return whether the plan names a zone for ``group``, by name or by id."""
    return bool(group.zone or group.zone_id or group.zones)


def other_zone(group: Group, names: Mapping[str, Row]) -> str:
    """Return what to say when the zone and the zone id of ``group`` are two zones, empty when they are not."""
    if not group.zone or not group.zone_id or names[group.zone].text("ZoneId") == group.zone_id:
        return ""
    return f"zone {group.zone} is {names[group.zone].text('ZoneId')} in this account, not {group.zone_id}"


def zones_named(
    plan: Plan, group: Group
) -> Generator[tuple[Question, ...], tuple[Answer, ...], tuple[str, ...] | None]:
    """Return the names of the zones that the plan names for ``group``; None, and asks nothing, where it names none."""
    if not (says_zone(group) or group.subnet_ids):
        return None
    names = by_name((yield from ask(zones(plan))))
    subnets = (yield from subnet_rows(plan)) if group.subnet_ids else {}
    wanted = wanted_zones(group, subnets, names)
    return tuple(name for name, row in names.items() if row.text("ZoneId") in wanted)
