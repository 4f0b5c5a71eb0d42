"""What a Batch compute environment may launch at most, when it chooses among several instance types."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .. import launches
from ..catalog import Catalog
from ..launches.types import ec2_types
from ..template import Value
from .described import Described, Reader
from .measure import interfaces_total, vcpus_of
from .model import Group

__all__ = ["batch_nodes", "worst_cases"]


def batch_nodes(reader: Reader, group: launches.Group, described: Sequence[Described]) -> Mapping[str, int | None]:
    """Return type -> nodes at most; of several types the worst case, with a note that says so."""
    total = reader.notes.number(group.resource, "MaxvCpus", group.vcpus)
    types = _types(reader, group, [one for part in described for one in part.use.types])
    info = reader.catalog.find(types[0]) if len(types) == 1 else None
    if info is not None and info.vcpus:
        return {types[0]: None if total is None else total // info.vcpus}
    if types and total is None:
        return dict.fromkeys(types[:1])
    worst = worst_cases(types, total, reader.catalog) if types and total is not None else None
    if worst is None:
        reader.notes.add(group.resource, "InstanceTypes", "Batch chooses among types that the catalog does not know")
        return {}
    bound = ", ".join(f"{count} x {name}" for name, count in worst.items())
    why = f"Batch chooses among {', '.join(types)}; counted at most, as if it took {bound}"
    reader.notes.add(group.resource, "InstanceTypes", why, judged=True)
    return worst


def _types(reader: Reader, group: launches.Group, written: Sequence[Value]) -> list[str]:
    """Return the instance types, families resolved; none when a family is not in the catalog."""
    names = [reader.notes.text(group.resource, "InstanceTypes", one) for one in written]
    found = [one for name in names if name for one in ec2_types(group.kind, name, reader.catalog, reader.region)]
    known = [one for one in found if isinstance(one, str) and "." in one]
    return list(dict.fromkeys(known)) if len(known) == len(found) else []


def worst_cases(types: Sequence[str], most: int, catalog: Catalog) -> dict[str, int] | None:
    """Return type -> nodes, one for each vCPU quota that ``types`` count against; None when one is unknown.

    All ``most`` vCPUs may go to any one of them, and the last node may go beyond. Of the types of one quota it is
    the one whose nodes need most interfaces; each quota, and interfaces and addresses, are bounded from above.
    """
    worst: dict[str, tuple[int, str, int]] = {}
    for name in types:
        group = Group(name=name, instance_type=name)
        each, family = vcpus_of(group, catalog), catalog.instance_quotas(name)
        if not each or family is None:
            return None
        count = math.ceil(most / each)
        laid = interfaces_total(group, catalog)
        if laid is None:
            return None
        worst[family.on_demand or ""] = max(worst.get(family.on_demand or "", (0, "", 0)), (laid * count, name, count))
    return {name: count for _, name, count in worst.values()}
