"""Where an instance type is offered, as far as the dated catalog knows; an offering is not capacity."""

from __future__ import annotations

from ..catalog import Catalog, InstanceTypeInfo
from .identifiers import check_region
from .zones import is_zone_id, local_zone, region_of_zone

__all__ = ["NOT_OFFERED", "never_seen", "not_offered", "not_offered_in_zone", "regions_offering"]

NOT_OFFERED = "TRN604"


def regions_offering(info: InstanceTypeInfo, types: Catalog) -> set[str]:
    """Return the regions whose zones offer ``info`` or whose Capacity Blocks hold it; empty when nothing is known."""
    return set(info.zone_ids or {}) | _documented(info, types)


def _documented(info: InstanceTypeInfo, types: Catalog) -> set[str]:
    """Return the regions, and Local Zones by name, in which AWS documents Capacity Blocks of ``info``."""
    blocks = types.regions["capacity_block_regions"]["value"]
    ultraserver = blocks.get("UltraServer Trn2", []) if info.family == "trn2u" else []
    return {item.split(" ")[0] for item in (*blocks.get(info.name, []), *ultraserver)}


def never_seen(info: InstanceTypeInfo, region: str, types: Catalog) -> bool:
    """Return whether nobody looked what ``region`` offers: AWS's other partitions, and newer regions."""
    seen = {*types.regions["offerings_seen"]["value"], *regions_offering(info, types)}
    return region not in seen and check_region(region) is None


def not_offered(info: InstanceTypeInfo, region: str, types: Catalog) -> str:
    """Return the doubt about ``info`` in ``region``, with the date of what is known; empty when there is none.

    A region that nobody looked at (`never_seen`) is not doubted.
    """
    offered = regions_offering(info, types)
    if not offered or region in offered or never_seen(info, region, types):
        return ""
    seen = info.fact("zone_ids").date
    return f"{info.name} was not offered in {region} on {seen}, but in {', '.join(sorted(offered))}"


def not_offered_in_zone(info: InstanceTypeInfo, zone: str, types: Catalog) -> str:
    """Return the doubt about ``info`` in ``zone``, empty when there is none: in a region without it ask `not_offered`.

    Names of ordinary zones differ per account and are not judged; those of Local and Wavelength Zones do not.
    """
    zones = info.zone_ids or {}
    known = {item for ids in zones.values() for item in ids}
    if is_zone_id(zone):
        near = {item for item in known if item.partition("-")[0] == zone.partition("-")[0]}  # those of one region
        doubt = bool(near) and zone not in near
    else:
        near = set(zones.get(region_of_zone(zone) or "", ())) if local_zone(zone) is not None else set()
        doubt = bool(near) and zone not in _documented(info, types) and not any(map(_is_local, known))
    if not doubt:
        return ""
    seen = info.fact("zone_ids").date
    return f"{info.name} was not offered in zone {zone} on {seen}; allowed: {', '.join(sorted(near))}"


def _is_local(zone_id: str) -> bool:
    """Return whether an id is that of a Local Zone: which name it has, the catalog does not tell."""
    return zone_id.count("-") > 1
