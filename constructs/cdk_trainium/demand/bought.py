"""How the nodes of a group are bought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import launches
from ..launches.purchase import MARKETS, decides
from ..template import Value
from .launch import capacity_of, launch_data
from .model import Capacity
from .reading import Notes

__all__ = ["bought"]


def bought(group: launches.Group, purchase: Value, base: Mapping[str, Any], notes: Notes) -> dict[str, Any]:
    """Return the members about the purchase: as the word ``purchase`` of the group says, else as ``base``."""
    fields = _reserved(group, base, notes)
    before: Capacity = fields.get("capacity", base.get("capacity", Capacity()))
    what = str(group.purchase_path[-1]) if group.purchase_path else "how nodes are bought"
    word = notes.text(group.resource, what, purchase)
    market = MARKETS.get(word, "")
    if market == "spot":
        return {**fields, "capacity": Capacity(kind="spot")}
    if market == "capacity-block":
        return {**fields, "capacity": before.model_copy(update={"kind": "block"})}
    return {**fields, "capacity": before}


def _reserved(group: launches.Group, base: Mapping[str, Any], notes: Notes) -> dict[str, Any]:
    """A reservation on the Auto Scaling group itself: identical groups share one launch template."""
    if not decides(group.reservation):
        return {}
    before = base.get("launch")
    market = before.market_type if before else ""
    data = {
        "CapacityReservationSpecification": group.reservation,
        "InstanceMarketOptions": {"MarketType": market},
    }
    return {
        "capacity": capacity_of(group.resource, data, notes),
        "launch": launch_data(group.resource, data, notes),
    }
