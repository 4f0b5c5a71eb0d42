"""Which groups share a placement group."""

from __future__ import annotations

from ....template import Resource, Template
from ...model import Launch, World
from ...model.placement import placement_of

__all__ = ["sharing"]


def sharing(world: World, template: Template) -> list[tuple[Resource, list[Launch]]]:
    """Return the placement groups of ``template`` with the launches of groups, in any template, that use them."""
    found: dict[str, tuple[Resource, list[Launch]]] = {}
    for launches in world.launches.values():
        for launch in launches:
            placement = placement_of(launch) if launch.group is not None else None
            if placement is not None and placement.resource is not None and placement.resource.template is template:
                found.setdefault(placement.resource.id, (placement.resource, []))[1].append(launch)
    return list(found.values())
