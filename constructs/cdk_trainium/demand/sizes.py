"""How many nodes a group asks for, and what an update adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import launches
from ..launches.asg import distribution_of
from ..template import Value
from .batch import batch_nodes
from .described import Described, Reader
from .reading import Notes, dig
from .shares import shares
from .surge import surge_of

__all__ = ["Sized", "sized"]

_NAMES = {
    "asg": ("MinSize", "DesiredCapacity", "MaxSize"),
    "eks": ("MinSize", "DesiredSize", "MaxSize"),
    "pcs": ("MinInstanceCount", "the desired size", "MaxInstanceCount"),
}
"""Kind of a group -> its properties that say `launches.Group.sizes`."""


@dataclass(frozen=True, slots=True)
class Sized:
    """A part of a group with nodes of its own."""

    purchase: Value
    """As `launches.Group.purchase`."""
    fields: Mapping[str, Any]
    """Members of `Group`: count and the like."""


def sized(reader: Reader, group: launches.Group, described: Sequence[Described]) -> Iterator[Sized]:
    """Yield the parts of ``group`` that are counted apart: shares that it buys, types that Batch chooses among."""
    if group.kind == "batch":
        for name, count in batch_nodes(reader, group, described).items():
            yield Sized(group.purchase, {"instance_type": name, "count": count})
    elif group.kind == "fleet":
        for share in group.shares:
            count = reader.notes.number(group.resource, "target capacity", share.size)
            yield Sized(share.purchase, {"count": count})
    elif group.kind == "instance":
        yield Sized(None, {"count": 1})
    elif group.kind == "asg":
        yield from _mixed(group, _sizes(group, reader.notes), reader.notes)
    else:
        yield Sized(group.purchase, {**_sizes(group, reader.notes), "eks_node_group": group.kind == "eks"})


def _sizes(group: launches.Group, notes: Notes) -> dict[str, Any]:
    minimum, desired, maximum = _NAMES[group.kind]
    low, wanted, high = group.sizes
    most = notes.number(group.resource, maximum, high)
    least = notes.number(group.resource, minimum, low, 0)
    asked = notes.number(group.resource, desired, wanted)
    return {"count": most, "least": least, "desired": asked, "surge": surge_of(group, most or 0, notes)}


def _mixed(group: launches.Group, sizes: Mapping[str, Any], notes: Notes) -> Iterator[Sized]:
    """Yield the on-demand and the spot share of a group; all of it where it is bought in one way."""
    base, percent = distribution_of(group.branch.properties)
    written = dig(group.branch.properties, "MixedInstancesPolicy", "InstancesDistribution")
    for name in ("OnDemandBaseCapacity", "OnDemandPercentageAboveBaseCapacity"):
        notes.number(group.resource, name, dig(written, name), 0)
    if not isinstance(base, int) or not isinstance(percent, int) or percent >= 100:
        yield Sized(None, sizes)
        return
    on_demand, spot = shares(sizes, base, percent)
    if on_demand is not None:
        yield Sized(None, {**sizes, **on_demand})
    if spot is not None:
        yield Sized("SPOT", {**sizes, **spot})
