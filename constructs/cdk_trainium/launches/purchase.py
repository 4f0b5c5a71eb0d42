"""The words in which services and launch templates say how nodes are bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..template import Value
from .described import LAUNCH_CONFIGURATION
from .values import as_list, as_map

__all__ = ["MARKETS", "market_of", "targets_of"]

MARKETS = {
    "SPOT": "spot",
    "spot": "spot",
    "CAPACITY_BLOCK": "capacity-block",
    "capacity-block": "capacity-block",
}
"""Word of a group (`Group.purchase`) -> market type; with all other words the launch template decides."""
_TARGETS = (
    *("CapacityReservationId", "CapacityReservationIds"),
    *("CapacityReservationResourceGroupArn", "CapacityReservationResourceGroupArns"),
)


def market_of(kind: str, data: Mapping[str, Any]) -> Value:
    """Return ``MarketType`` of launch data, None when not stated; a launch configuration has a spot price.

    Args:
        kind: type of the resource that holds the data.
        data: launch data of a launch template, or properties of an instance or launch configuration.
    """
    if kind == LAUNCH_CONFIGURATION:
        return "spot" if "SpotPrice" in data else None
    return as_map(data.get("InstanceMarketOptions")).get("MarketType")


def targets_of(specification: Mapping[str, Any]) -> list[Value]:
    """Return the reservations and resource groups that ``CapacityReservationSpecification`` names.

    An Auto Scaling group lists them, launch data name one.
    """
    target = as_map(specification.get("CapacityReservationTarget"))
    return [item for name in _TARGETS for item in as_list(target.get(name))]
