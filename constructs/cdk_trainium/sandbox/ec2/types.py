"""DescribeInstanceTypes and DescribeInstanceTypeOfferings, as regional as the real ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moto.core.responses import ActionResult
from moto.ec2.models.instance_types import INSTANCE_TYPE_OFFERINGS, InstanceType

from ..filters import matching
from ..paging import page
from ..rules import instance_type_region
from ..state import RegionState
from . import offers
from .request import region_state

__all__ = ["HANDLERS"]

_OFFERING_FILTERS: dict[str, Callable[[dict[str, str]], Any]] = {
    "instance-type": lambda item: item["InstanceType"],
    "location": lambda item: item["Location"],
}


def types(request: Any) -> ActionResult:
    """Show the region's types; a type that is not offered here does not exist here."""
    state, wanted = region_state(request), request._get_param("InstanceTypes", [])
    request.error_on_dryrun()
    here = {item["InstanceType"] for item in INSTANCE_TYPE_OFFERINGS["region"].get(state.region_name, [])}
    instance_type_region.check(wanted, here)
    found = [InstanceType(name) for name in offers.type_names() if name in (wanted or here)]
    names = InstanceType._filter_attributes
    filters = {name: lambda item, name=name: item.get_filter_value(name) for name in names}
    shown, token = page(request, matching(request, found, filters, lambda _: {}), default=100)
    # moto keeps a key of its own among the members of the API.
    plain = [{key: value for key, value in item.items() if key != "name"} for item in shown]
    return ActionResult({"InstanceTypes": plain, "NextToken": token})


def offerings(request: Any) -> ActionResult:
    """Show what is offered per region, zone or zone id; an offering is not capacity."""
    state, kind = region_state(request), request._get_param("LocationType") or "region"
    request.error_on_dryrun()
    found = matching(request, _offerings(state, kind), _OFFERING_FILTERS, lambda _: {})
    shown, token = page(request, found, default=1000)
    return ActionResult({"InstanceTypeOfferings": shown, "NextToken": token})


def _offerings(state: RegionState, kind: str) -> list[dict[str, str]]:
    if kind != "availability-zone":
        return [dict(item) for item in INSTANCE_TYPE_OFFERINGS.get(kind, {}).get(state.region_name, [])]
    # By zone id, then named as this account's zones are: a name means another zone in another account.
    names = {offers.zone_id(state, name): name for name in offers.zone_names(state)}
    by_id = INSTANCE_TYPE_OFFERINGS["availability-zone-id"].get(state.region_name, [])
    return [
        {"InstanceType": item["InstanceType"], "LocationType": kind, "Location": names[item["Location"]]}
        for item in by_id
        if item["Location"] in names
    ]


HANDLERS = {"DescribeInstanceTypes": types, "DescribeInstanceTypeOfferings": offerings}
