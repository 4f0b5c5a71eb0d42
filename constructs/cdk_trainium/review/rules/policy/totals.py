"""Sums over all groups of a review."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....catalog import Catalog
from ....template import Template
from ...model import Launch, World
from ...options import Context
from ...rule import Hit, unknown

__all__ = ["over_limit", "usd_per_hour"]

Measure = Callable[[Launch, int], float | None]


def over_limit(template: Template, context: Context, limit: float, what: str, measure: Measure) -> Iterator[Hit]:
    """Yield a hit when the sum over every group of every template is above ``limit``; told once, at the first."""
    if template is not context.world.templates[0]:
        return
    total, hidden = 0.0, []
    for launch in _launches(context.world):
        nodes = launch.group.nodes if launch.group else None
        amount = None if nodes is None else measure(launch, nodes)
        if amount is None:
            hidden.append(launch.group.resource.id if launch.group else "")
        total += amount or 0
    if total > limit:
        least = "at least " if hidden else ""
        yield Hit(f"{least}{total:g} {what} in all groups; allowed: at most {limit:g}")
    elif hidden:
        yield unknown(f"the {what} of {', '.join(hidden)} are not known, so the limit cannot be judged")


def _launches(world: World) -> Iterator[Launch]:
    """Yield one launch per group, as the parameters' defaults make it."""
    seen: set[tuple[str, str]] = set()
    for launches in world.launches.values():
        for launch in launches:
            group = launch.group
            key = (group.resource.template.key, group.resource.id) if group else ("", "")
            if group is not None and launch.infos and launch.default and key not in seen:
                seen.add(key)
                yield launch


def usd_per_hour(catalog: Catalog, launch: Launch, nodes: int, region: str) -> float | None:
    """Return what ``nodes`` cost per hour, the dearest type deciding; None when AWS publishes no price for one."""
    prices = [_price(catalog, info.name, launch.purchase, region) for info in launch.infos]
    known = [price for price in prices if price is not None]
    return nodes * max(known) if known and len(known) == len(prices) else None


def _price(catalog: Catalog, name: str, purchase: str, region: str) -> float | None:
    wanted = "on-demand" if purchase == "reservation" else purchase
    found = [
        float(item["usd_per_hour"])
        for item in catalog.prices
        if name in item["types"] and item["purchase"] == wanted and item["usd_per_hour"] is not None
        if _in_region(item["region"], region)
    ]
    return max(found, default=None)


def _in_region(written: str | None, region: str) -> bool:
    return not region or written is None or region in written
