"""The placement group of a launch."""

from __future__ import annotations

from typing import NamedTuple

from ...template import Resource, Unknown, Value
from ..rule import Path
from .launch import Launch
from .values import shown

__all__ = ["PLACEMENT_GROUP", "Placement", "placement_of", "tenancy_at"]

PLACEMENT_GROUP = "AWS::EC2::PlacementGroup"


class Placement(NamedTuple):
    """What is known of the placement group that a launch names."""

    resource: Resource | None
    """Default: - the group is not written in the templates."""
    strategy: Value
    """``cluster``, ``spread``, …; None when it is not stated, Unknown when it is not known."""
    name: str
    """The group as a message shows it."""


def placement_of(launch: Launch) -> Placement | None:
    """Return the placement group of ``launch``, None when it names none."""
    value = launch.placement_group
    if value is None or value == "":
        return None
    resource = launch.world.find(value)
    data = launch.world.properties(value, PLACEMENT_GROUP)
    if resource is None or data is None:
        kind = f", a {resource.type}" if resource else ""
        reason = value.reason if isinstance(value, Unknown) else f"group {shown(value)}{kind} is not written here"
        return Placement(None, Unknown(reason), shown(value))
    return Placement(resource, data.get("Strategy"), resource.id)


def tenancy_at(launch: Launch) -> tuple[Path, Resource]:
    """Return path and resource of what says the tenancy of ``launch``, see `Node.tenancy`."""
    node, group, use = launch.node, launch.group, launch.use
    if group is not None and use is not None and "Tenancy" in use.data:
        return ("Properties", "Tenancy"), group.resource
    own = next((name for name in ("Tenancy", "PlacementTenancy") if name in node.data), None)
    return (node.at("Placement", "Tenancy") if own is None else node.at(own)), node.resource
