"""The placement group of a launch."""

from __future__ import annotations

from typing import NamedTuple

from ...template import Resource, Unknown, Value
from .launch import Launch
from .values import member, shown

__all__ = ["PLACEMENT_GROUP", "Placement", "placement_of"]

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
        return Placement(None, Unknown(_unseen(value, resource)), shown(value))
    return Placement(resource, member(data, "Strategy"), resource.id)


def _unseen(value: Value, resource: Resource | None) -> str:
    """Return why nothing is known of the group ``value``, which names ``resource``."""
    if isinstance(value, Unknown):
        return value.reason
    if resource is None:
        return f"group {shown(value)} is not written here"
    if resource.type == PLACEMENT_GROUP:
        return f"group {shown(value)} is not made"
    return f"{shown(value)} is no placement group but of type {resource.type}"
