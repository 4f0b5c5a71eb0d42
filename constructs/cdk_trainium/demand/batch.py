"""What a Batch compute environment may launch at most, when it chooses among several instance types."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..catalog import Catalog
from .measure import interfaces_total, vcpus_of
from .model import Group

__all__ = ["listed_types", "worst_cases"]


def listed_types(written: Sequence[str], catalog: Catalog) -> tuple[str, ...] | None:
    """Return the instance types of ``InstanceTypes``, families resolved; None when a family is not in the catalog."""
    found: list[str] = []
    for name in written:
        family = [name] if "." in name else [one for one in catalog.types if one.startswith(f"{name}.")]
        if not family:
            return None
        found += family
    return tuple(dict.fromkeys(found))


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
