"""GetSpotPlacementScores: a made-up score, 1 to 10, that follows what the scenario says of capacity."""

from __future__ import annotations

from typing import Any

from moto.core.responses import ActionResult

from ..paging import page
from ..rules import on_demand_capacity
from ..state import RegionState, region_of
from . import offers
from .request import region_state

__all__ = ["HANDLERS"]


def scores(request: Any) -> ActionResult:
    """Score each region, or each zone, that offers one of the types as spot; best first."""
    get = request._get_param
    request.error_on_dryrun()
    regions = get("RegionNames", []) or [region_state(request).region_name]
    types, wanted = get("InstanceTypes", []), int(get("TargetCapacity"))
    found: list[dict[str, Any]] = []
    for name in regions:
        zones = _zones(region_of(name, request.current_account), types, wanted)
        if get("SingleAvailabilityZone"):
            found += [{"Region": name, "AvailabilityZoneId": zone, "Score": score} for zone, score in zones.items()]
        elif zones:
            found.append({"Region": name, "Score": max(zones.values())})
    shown, token = page(request, sorted(found, key=lambda item: -item["Score"]))
    return ActionResult({"SpotPlacementScores": shown, "NextToken": token})


def _zones(state: RegionState, types: list[str], wanted: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in types:
        if "spot" not in (offers.type_info(name) or {}).get("SupportedUsageClasses", []):
            continue
        for zone in offers.zones_of(state, name):
            free = on_demand_capacity.free(state, name, zone, wanted)
            zone_id = offers.zone_id(state, zone) or zone
            found[zone_id] = max(found.get(zone_id, 0), 9 if free >= wanted else 1)
    return found


HANDLERS = {"GetSpotPlacementScores": scores}
