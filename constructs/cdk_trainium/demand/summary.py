"""A demand as lines of text: totals, then the limits it breaks, then what is not determined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..catalog import Catalog
from ..wording import counted
from .limits import BrokenLimit, broken_limits
from .measure import addresses_of, interfaces_total, vcpus_of
from .model import Demand, Group
from .quantity import quantity
from .volumes import storage_gib, volume_types

__all__ = ["summary"]


def summary(demand: Demand, catalog: Catalog) -> list[str]:
    """Return ``demand`` as text."""
    groups = demand.groups
    lines = [f"region {demand.region or 'not named'}: {counted(len(groups), 'group')}, {_nodes(demand)}"]
    lines += [_group(alike, catalog) for alike in _alike(groups)]
    lines += _totals(demand, catalog)
    lines += _limits(broken_limits(demand, catalog))
    lines += ["not determined:"] if demand.not_determined else []
    lines += [f"  {item.where}: {item.what}: {item.why}" for item in demand.not_determined]
    return lines


def _limits(over: Sequence[BrokenLimit]) -> Iterator[str]:
    """Yield the fixed limits apart from the defaults of quotas, which accounts have raised every day."""
    fixed, defaults = [one for one in over if not one.quota], [one for one in over if one.quota]
    yield "limits broken:" if fixed else "no fixed limit is broken"
    yield from _listed(fixed)
    if defaults:
        yield "above the default of a quota (an account may have more, trnctl preflight asks it):"
        yield from _listed(defaults)


def _listed(limits: Sequence[BrokenLimit]) -> Iterator[str]:
    for item in limits:
        yield f"  {item}"
        if item.hint:
            yield f"    hint: {item.hint}"


def _nodes(demand: Demand) -> str:
    known = sum(group.count or 0 for group in demand.groups)
    return counted(known, "node") + (" or more" if any(group.count is None for group in demand.groups) else "")


def _alike(groups: Sequence[Group]) -> list[list[Group]]:
    """Return runs of groups that differ in their names only."""

    def what(group: Group) -> Group:
        launch = group.launch and group.launch.model_copy(update={"target": bool(group.launch.target)})
        return group.model_copy(update={"name": "", "where": "", "new_subnets": (), "launch": launch})

    return [list(run) for _, run in groupby(groups, key=what)]


def _group(alike: Sequence[Group], catalog: Catalog) -> str:
    group = alike[0]
    name = group.name if len(alike) == 1 else f"{quantity(len(alike))} groups {group.name} … {alike[-1].name}, each"
    each, interfaces = vcpus_of(group, catalog), interfaces_total(group, catalog)
    count = "an unknown number of" if group.count is None else quantity(group.count)
    surge = f" (+{quantity(group.surge)} while an update rolls)" if group.surge else ""
    bought = group.capacity.kind + (f" {', '.join(group.capacity.ids)}" if group.capacity.ids else "")
    vcpus = "unknown" if each is None or group.count is None else quantity(each * (group.count + group.surge))
    return (
        f"  {name}: {count} x {group.instance_type or 'unknown type'}{surge}, {bought}; {vcpus} vCPU, "
        f"{_number(interfaces, 'interface')}, {_number(addresses_of(group, catalog), 'address', 'addresses')}"
    )


def _number(value: int | None, one: str, many: str = "") -> str:
    return f"unknown {many or one + 's'}" if value is None else counted(value, one, many)


def _totals(demand: Demand, catalog: Catalog) -> Iterator[str]:
    interfaces = sum(interfaces_total(group, catalog) or 0 for group in demand.groups)
    addresses = sum(addresses_of(group, catalog) or 0 for group in demand.groups)
    least = "at least " if any(interfaces_total(group, catalog) is None for group in demand.groups) else ""
    yield (
        f"  total: {least}{counted(interfaces, 'interface')} (address units), "
        f"{least}{counted(addresses, 'subnet address', 'subnet addresses')}"
    )
    stored = {kind: storage_gib(demand, kind)[0] for kind in volume_types(demand)}
    stored_text = ", ".join(f"{quantity(gib)} GiB {kind}" for kind, gib in stored.items() if gib)
    if stored_text:
        yield f"  storage: {stored_text}"
    for system in demand.file_systems:
        yield f"  file system {system.name}: {system.deployment}, {quantity(system.gib)} GiB"
    counts = {name: count for name, count in demand.counts.model_dump().items() if count}
    if counts:
        named = {name.replace("_", " "): count for name, count in counts.items()}
        yield "  creates: " + ", ".join(counted(count, many.removesuffix("s"), many) for many, count in named.items())
