"""Offerings that stand by themselves, so that a fresh account can find and buy blocks; a scenario may end that."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ...catalog import default
from ..control.ultraservers import servers
from ..ec2 import offers
from .make import offer

if TYPE_CHECKING:
    from ..state import RegionState

__all__ = ["fill", "price"]


def fill(state: RegionState, names: list[str], ultraserver: str | None, count: int, hours: int) -> None:
    """Put one block per zone on offer that meets the search, from tomorrow's 11:30 UTC on, a day apart."""
    if not state.settings.standing_offers:
        return
    if server := servers().get(ultraserver or ""):
        names, count = [server.instance_type], server.nodes
    for name in names:
        for index, zone in enumerate(offers.zones_of(state, name)):
            start = _first(state.settings.clock.now()) + timedelta(days=index)
            fee = f"{price(state, name) * count * hours:.2f}"
            end = start + timedelta(hours=hours)
            offer(
                state,
                instance_type=name,
                zone=zone,
                count=count,
                start=start,
                end=end,
                fee=fee,
                ultraserver_type=ultraserver,
            )


def price(state: RegionState, instance_type: str) -> float:
    """USD per node and hour: the catalog's price of a block of the type, else the scenario's."""
    for item in default().prices:
        if instance_type in item["types"] and item["purchase"] == "capacity-block" and item["usd_per_hour"]:
            return float(item["usd_per_hour"])
    return state.settings.block_price_per_node_hour


def _first(now: datetime) -> datetime:
    return (now + timedelta(days=1)).replace(hour=11, minute=30, second=0, microsecond=0)
