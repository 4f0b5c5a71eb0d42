"""The instance type of a group, and what its capacity counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import launches
from ..launches.named import BY_REQUIREMENTS
from ..template import Unknown
from .described import Described
from .reading import Notes

__all__ = ["chosen", "weighed"]

_WHO = {"asg": "the group", "fleet": "the fleet"}


def chosen(group: launches.Group, described: Sequence[Described], notes: Notes) -> dict[str, Any]:
    """Return the first type that ``group`` may launch; a note when it chooses among several."""
    offers = [one for part in described for one in part.use.types or (part.fields.get("instance_type", ""),)]
    if BY_REQUIREMENTS in offers:
        notes.add(group.resource, "the instance type", BY_REQUIREMENTS.reason)
        return {"instance_type": ""}
    names = [notes.text(group.resource, "InstanceType", one) for one in offers]
    if len(set(names)) > 1 and group.kind != "batch":  # which counts each type
        listed = ", ".join(dict.fromkeys(name for name in names if name))
        who = _WHO.get(group.kind, "the node group")
        notes.add(group.resource, "the instance type", f"{who} chooses among several: {listed}")
    return {"instance_type": names[0]}


def weighed(group: launches.Group, notes: Notes) -> None:
    """Note that a capacity is not counted in nodes: each node then counts as one or more, so it is a bound."""
    if isinstance(group.unit, Unknown):
        notes.add(group.resource, "the unit of the capacity", group.unit.reason)
    if group.unit is not None:
        counted = "units" if isinstance(group.unit, Unknown) else group.unit
        why = f"the capacity is counted by {counted}; judged at most"
        notes.add(group.resource, "the node count", why, judged=True)
