"""Scheduled actions and warm pools of Auto Scaling groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...launches import Group
from ...template import Branch, Resource
from .values import as_int, same_resource

if TYPE_CHECKING:
    from .world import World

__all__ = ["attached", "scales_to_zero", "scheduled"]


def attached(world: World, group: Group, kind: str) -> Iterator[tuple[Resource, Branch]]:
    """Yield the resources of type ``kind`` that, in the case at hand, name ``group`` as their Auto Scaling group."""
    template = group.resource.template
    own = {(template.key, group.resource.id), group.branch.properties.get("AutoScalingGroupName", group.resource.id)}
    for resource in template.by_type.get(kind, ()):
        for branch in resource.branches:
            names = same_resource(branch.properties.get("AutoScalingGroupName")) in own
            if names and world.cases.holds(template, branch.when):
                yield resource, branch


def scheduled(world: World, group: Group) -> list[Branch]:
    """Return the scheduled actions of ``group``."""
    return [branch for _, branch in attached(world, group, "AWS::AutoScaling::ScheduledAction")]


def scales_to_zero(action: Branch) -> bool:
    """Return whether a scheduled action takes every node away and keeps them away."""
    names = ("MinSize", "DesiredCapacity", "MaxSize")
    return all(as_int(action.properties.get(name)) == 0 for name in names)
