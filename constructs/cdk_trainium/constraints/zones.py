"""Names and ids of zones: names map to different places per account, ids do not."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..catalog import Catalog
from ..errors import Problem
from .identifiers import REGION_PATTERN, ZONE_ID_PATTERN, ZONE_NAME_PATTERN

__all__ = [
    "ZONE_ID_AS_NAME",
    "ZONE_OF_OTHER_REGION",
    "check_zone_id",
    "check_zone_name",
    "is_ordinary_zone",
    "is_zone_id",
    "local_zone",
    "region_of_zone",
    "region_of_zone_id",
]

ZONE_ID_AS_NAME = "TRN601"
ZONE_OF_OTHER_REGION = "TRN602"

_ID = re.compile(ZONE_ID_PATTERN)
_NAME = re.compile(ZONE_NAME_PATTERN)
_BEGIN = re.compile(REGION_PATTERN)


def is_zone_id(text: str) -> bool:
    """Return whether ``text`` looks like ``use2-az3``."""
    return _ID.fullmatch(text) is not None


def local_zone(name: str) -> str | None:
    """Return what tells a Local or Wavelength Zone's name from others of its region: ``lax-1a``; None of others.

    Every account has one place under such a name, unlike under ``us-west-2a``.
    """
    match = _NAME.fullmatch(name)
    rest = name.removeprefix(match.group(1)).lstrip("-") if match else ""
    return rest if len(rest) > 1 else None


def region_of_zone(name: str) -> str | None:
    """Return the region of a zone's name, also of a Local Zone: ``us-west-2`` of ``us-west-2-lax-1a``."""
    match = _NAME.fullmatch(name)
    return match.group(1) if match else None


def is_ordinary_zone(name: str) -> bool:
    """Return whether ``name`` is that of an Availability Zone, not of a Local or Wavelength Zone."""
    region = region_of_zone(name)
    return region is not None and len(name) == len(region) + 1


def region_of_zone_id(zone_id: str, types: Catalog) -> str | None:
    """Return the region that the catalog has seen such ids in: they begin with a short name of it."""
    return types.short_regions.get(zone_id.partition("-")[0])


def check_zone_name(zone: str, region: str = "") -> Problem | None:
    """Return what is wrong with ``zone`` as the value of ``AvailabilityZone`` in ``region`` (empty: unknown).

    A zone's id, a region, a mixture such as ``us-east-2-az3``, a zone of another region.
    """
    if is_zone_id(zone.lower()):  # EC2 writes ids in small letters and takes neither form for a name
        text = f"zone id {zone} given where AvailabilityZone takes a zone name: names map to ids per account"
        hint = "write AvailabilityZoneId where the property exists, or the name that this account gives the zone"
        return Problem(ZONE_ID_AS_NAME, text, "zone", zone, "a name such as us-east-2b", hint)
    own = region_of_zone(zone)
    if region_of_zone(zone.lower()) is None and _BEGIN.match(zone.lower()):
        return _none(zone, "AvailabilityZone", "a zone name", "a name such as us-east-2b")
    if region and own and own != region:
        text = f"zone {zone} is not in region {region}"
        return Problem(ZONE_OF_OTHER_REGION, text, "zone", zone, f"a zone of {region}")
    return None


def check_zone_id(zone: str, region: str = "", types: Catalog | None = None) -> Problem | None:
    """Return what is wrong with ``zone`` as the value of ``AvailabilityZoneId``: a zone's name, a region.

    Args:
        zone: the value.
        region: the stack's. Default: - unknown.
        types: the catalog, which has seen the short names of regions. Default: - regions are not compared.
    """
    if region_of_zone(zone.lower()) is None:
        if _BEGIN.match(zone.lower()):
            return _none(zone, "AvailabilityZoneId", "a zone id", "an id such as use2-az3")
        return None if types is None or not region else _of_other_region(zone, region, types.short_regions)
    text = f"zone name {zone} given where AvailabilityZoneId takes a zone id: names map to ids per account"
    hint = "write AvailabilityZone for a name, or the id that this account gives the zone"
    return Problem(ZONE_ID_AS_NAME, text, "zone", zone, "an id such as use2-az3", hint)


def _none(zone: str, key: str, wanted: str, allowed: str) -> Problem:
    """Tell of a text that begins like a zone and is none; words of another kind, such as placeholders, are let be."""
    match = _BEGIN.fullmatch(zone.lower())
    text = f"{zone} is {'a region' if match else 'no zone'}, given where {key} takes {wanted}"
    return Problem(ZONE_ID_AS_NAME, text, "zone", zone, allowed, "see trnctl regions for the zones of a type")


def _of_other_region(zone: str, region: str, known: Mapping[str, str]) -> Problem | None:
    """Compare the short name that ``zone`` begins with; only what the catalog has seen can be told."""
    own = known.get(zone.lower().partition("-")[0])
    if not is_zone_id(zone.lower()) or own == region or (own is None and region not in known.values()):
        return None
    text = f"zone {zone} is not in region {region}"
    return Problem(ZONE_OF_OTHER_REGION, text, "zone", zone, f"a zone of {region}")
