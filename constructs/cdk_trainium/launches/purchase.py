"""The words in which services and launch templates say how nodes are bought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..template import MaybeAbsent, Unknown, Value
from ..template.values import macro_in, member
from .described import LAUNCH_CONFIGURATION
from .values import as_list, as_map

__all__ = ["DEFAULTS", "MARKETS", "WORDS", "decides", "is_targeted", "market_of", "targets_of"]

MARKETS = {
    "SPOT": "spot",
    "spot": "spot",
    "CAPACITY_BLOCK": "capacity-block",
    "capacity-block": "capacity-block",
}
"""Word of a group (`Group.purchase`) -> market type; with all other words the launch template decides."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "eks": {"ON_DEMAND": "on-demand", "SPOT": "spot", "CAPACITY_BLOCK": "capacity-block"},
    "pcs": {
        "ONDEMAND": "on-demand",
        "SPOT": "spot",
        "CAPACITY_BLOCK": "capacity-block",
        "INTERRUPTIBLE_CAPACITY_RESERVATION": "",
    },
    "batch": {"EC2": "", "SPOT": "spot", "FARGATE": "", "FARGATE_SPOT": "", "ECS_MANAGED_INSTANCES": ""},
    "fleet": {"on-demand": "on-demand", "spot": "spot", "capacity-block": "capacity-block", "reserved-capacity": ""},
}
"""`Group.kind` -> word that its service knows -> market type beside it; empty where that is not documented.

Source: CreateNodegroup, CreateComputeNodeGroup, CreateComputeEnvironment and CreateFleet of botocore 1.44.8.
"""
DEFAULTS: Mapping[str, str] = {"eks": "ON_DEMAND", "pcs": "ONDEMAND"}
"""`Group.kind` -> word that its service takes for none. Source: the same APIs, which do not tell it of fleets."""
_LISTS = ("CapacityReservationIds", "CapacityReservationResourceGroupArns")
_TARGETS = (*("CapacityReservationId", "CapacityReservationResourceGroupArn"), *_LISTS)


def market_of(kind: str, data: Mapping[str, Any]) -> Value:
    """Return ``MarketType`` of launch data, None when not stated; a launch configuration has a spot price.

    Args:
        kind: type of the resource that holds the data.
        data: launch data of a launch template, or properties of an instance or launch configuration.
    """
    if kind == LAUNCH_CONFIGURATION:
        return "spot" if "SpotPrice" in data else None
    return member(as_map(member(data, "InstanceMarketOptions")), "MarketType")


def targets_of(specification: Mapping[str, Any]) -> list[Value]:
    """Return the reservations and resource groups that ``CapacityReservationSpecification`` names.

    An Auto Scaling group lists them, launch data name one: beside that a macro adds none. What may name one, and may
    not, is a `MaybeAbsent`.
    """
    written = member(specification, "CapacityReservationTarget")
    if isinstance(written, Unknown) and not isinstance(written, MaybeAbsent):
        return [written]
    target = as_map(written)
    named = [item for name in _TARGETS for item in as_list(target.get(name))]
    hidden = None if named and not any(name in target for name in _LISTS) else macro_in(target)
    return named if hidden is None else [*named, hidden]


def is_targeted(targets: Sequence[Value]) -> bool | Unknown:
    """Return whether there is one among `targets_of`; an Unknown where none is written and nobody sees whether."""
    unseen = [item for item in targets if isinstance(item, MaybeAbsent)]
    return unseen[0] if unseen and len(unseen) == len(targets) else bool(targets)


def decides(specification: Mapping[str, Any]) -> bool:
    """Return whether ``CapacityReservationSpecification`` of a group takes the place of its launch template's.

    Source: Auto Scaling API, CapacityReservationPreference: ``default`` leaves it to the launch template.
    """
    preference = specification.get("CapacityReservationPreference", "default")
    return preference != "default" or is_targeted(targets_of(specification)) is True
