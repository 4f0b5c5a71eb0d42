"""Sums over all groups of a review."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....catalog import Catalog
from ....template import Template, Unknown
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
    for group, launches in _launches(context.world):
        amounts = [_amount(launch, measure) for launch in launches]
        if None in amounts or any(_hides(launch) for launch in launches):
            hidden.append(group)
        total += max((amount for amount in amounts if amount is not None), default=0)
    if total > limit:
        least = "at least " if hidden else ""
        yield Hit(f"{least}{total:g} {what} in all groups; allowed: at most {limit:g}")
    elif hidden:
        yield unknown(f"the {what} of {', '.join(hidden)} are not known, so the limit cannot be judged")


def _hides(launch: Launch) -> bool:
    """Return whether there may be more of it than is seen."""
    return launch.hidden_type is not None or (launch.group is not None and launch.group.hidden_size is not None)


def _amount(launch: Launch, measure: Measure) -> float | None:
    nodes = launch.group.nodes if launch.group else None
    return None if nodes is None or not launch.infos else measure(launch, nodes)


def _launches(world: World) -> list[tuple[str, list[Launch]]]:
    """Return each group's launches as the parameters' defaults make them, or any allowed value without a default."""
    found: dict[tuple[str, str], list[Launch]] = {}
    for launch in world.every_launch:
        if launch.group is not None and launch.may_be_accelerated and launch.default:
            resource = launch.group.resource
            found.setdefault((resource.template.key, resource.id), []).append(launch)
    return [(name, launches) for (_, name), launches in found.items()]


def usd_per_hour(catalog: Catalog, launch: Launch, nodes: int, region: str) -> float | None:
    """Return what ``nodes`` cost per hour, the dearest type deciding; None when AWS publishes no price for one."""
    if isinstance(launch.market, Unknown) and not launch.block:
        return None
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
