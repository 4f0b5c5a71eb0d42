"""Where a group is to run: its zones by name and by id, from the plan, its subnets and its reservation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..demand.model import Group
from .question import Row

__all__ = ["by_id", "by_name", "wanted_zones"]


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
    if group.zone_id:
        return (group.zone_id,)
    if group.zone:
        return (names[group.zone].text("ZoneId") if group.zone in names else group.zone,)
    return tuple(sorted({subnets[one].text("AvailabilityZoneId") for one in group.subnet_ids if one in subnets}))
