"""Where a launch says which reservation it uses, and what it may say there."""

from __future__ import annotations

from typing import Any

from ....launches.purchase import decides
from ...model import Launch
from ...rule import Path

__all__ = ["falls_back", "preferences", "reservation_at"]

_TEMPLATE = ("capacity-reservations-only", "open", "none")
_GROUP = ("capacity-reservations-only", "capacity-reservations-first", "none", "default")


def preferences(launch: Launch) -> tuple[str, ...]:
    """Return what EC2, or Auto Scaling for a group's own specification, takes as preference."""
    return _GROUP if _owner(launch) else _TEMPLATE


def falls_back(launch: Launch, preference: Any) -> bool:
    """Return whether a launch may run on demand beside its target; None is no preference, what is refused is not."""
    return preference is None or (preference in preferences(launch)[1:] and preference not in ("none", "open"))


def reservation_at(launch: Launch) -> tuple[Path, Any]:
    """Return path and resource of the ``CapacityReservationSpecification``; None is the resource of the node."""
    owner = _owner(launch)
    if owner is None:
        return launch.node.at("CapacityReservationSpecification"), None
    return ("Properties", "CapacityReservationSpecification"), owner


def _owner(launch: Launch) -> Any:
    return launch.group.resource if launch.group and decides(launch.group.reservation) else None
