"""Which instance types exist and where, from the data that moto captured of the real API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from moto.ec2.models.instance_types import INSTANCE_TYPE_OFFERINGS, INSTANCE_TYPES

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = [
    "card_limits",
    "in_region",
    "in_zone",
    "type_info",
    "type_names",
    "vcpus",
    "zone_id",
    "zone_name",
    "zone_names",
    "zones_of",
]


def type_info(instance_type: str) -> dict[str, Any] | None:
    """Return DescribeInstanceTypes' record of the type; None when EC2 knows no such type."""
    info: dict[str, Any] | None = INSTANCE_TYPES.get(instance_type)
    return info


def type_names() -> list[str]:
    """Return every type that EC2 knows."""
    return list(INSTANCE_TYPES)


def vcpus(instance_type: str) -> int:
    """Return the type's virtual CPUs, the unit of EC2's quotas; 0 for an unknown type."""
    info = type_info(instance_type)
    return int(info["VCpuInfo"]["DefaultVCpus"]) if info else 0


def card_limits(instance_type: str) -> dict[int, dict[str, Any]]:
    """Return the type's network cards by index: MaximumNetworkInterfaces, InterfaceTypes."""
    info = type_info(instance_type) or {}
    return {int(card["NetworkCardIndex"]): card for card in info.get("NetworkInfo", {}).get("NetworkCards", [])}


def in_region(region: str, instance_type: str) -> bool:
    """Whether the region offers the type in any zone."""
    offers = INSTANCE_TYPE_OFFERINGS["region"].get(region, [])
    return any(item["InstanceType"] == instance_type for item in offers)


def in_zone(state: RegionState, instance_type: str, zone: str) -> bool:
    """Whether the zone (by name) offers the type; compared by zone id, as names differ between accounts."""
    return instance_type in _types_by_zone_id(state.region_name).get(zone_id(state, zone) or "", set())


def zones_of(state: RegionState, instance_type: str) -> list[str]:
    """Return the names of the zones that offer the type."""
    return [zone for zone in zone_names(state) if in_zone(state, instance_type, zone)]


def zone_names(state: RegionState) -> list[str]:
    """Return the names of the region's zones."""
    return [zone.name for zone in state.ec2.describe_availability_zones()]


def zone_id(state: RegionState, name: str) -> str | None:
    """Return the id of the zone ``name``."""
    return next((zone.zone_id for zone in state.ec2.describe_availability_zones() if zone.name == name), None)


def zone_name(state: RegionState, zone_id: str | None) -> str | None:
    """Return the name of the zone with this id."""
    return next((zone.name for zone in state.ec2.describe_availability_zones() if zone.zone_id == zone_id), None)


_cache: dict[str, dict[str, set[str]]] = {}


def _types_by_zone_id(region: str) -> dict[str, set[str]]:
    if region not in _cache:
        offers = INSTANCE_TYPE_OFFERINGS["availability-zone-id"].get(region, [])
        _cache[region] = {
            location: {item["InstanceType"] for item in offers if item["Location"] == location}
            for location in {item["Location"] for item in offers}
        }
    return _cache[region]
