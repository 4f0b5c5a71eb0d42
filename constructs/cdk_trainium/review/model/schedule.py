"""Scheduled actions and warm pools of Auto Scaling groups."""

from __future__ import annotations

from collections.abc import Iterator

from ...template import Branch, Resource
from .group import Group
from .values import as_int, same_resource

__all__ = ["attached", "scales_to_zero", "scheduled"]


def attached(group: Group, kind: str) -> Iterator[tuple[Resource, Branch]]:
    """Yield the resources of type ``kind`` that name ``group`` as their Auto Scaling group."""
    template = group.resource.template
    own = {(template.key, group.resource.id), group.branch.properties.get("AutoScalingGroupName", group.resource.id)}
    for resource in template.by_type.get(kind, ()):
        for branch in resource.branches:
            if same_resource(branch.properties.get("AutoScalingGroupName")) in own:
                yield resource, branch


def scheduled(group: Group) -> list[Branch]:
    """Return the scheduled actions of ``group``."""
    return [branch for _, branch in attached(group, "AWS::AutoScaling::ScheduledAction")]


def scales_to_zero(action: Branch) -> bool:
    """Return whether a scheduled action takes every node away and keeps them away."""
    names = ("MinSize", "DesiredCapacity", "MaxSize")
    return all(as_int(action.properties.get(name)) == 0 for name in names)
