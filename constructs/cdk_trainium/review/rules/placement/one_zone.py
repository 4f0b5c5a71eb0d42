"""Nodes that train together in several zones."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Resource
from ...model import Launch
from ...model.placement import placement_of
from ...model.zones import spread_of, spread_of_all
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the zones of a group's subnets when it has a cluster placement group, or several EFAs without one."""
    group, placement = launch.group, placement_of(launch)
    cluster = placement is not None and placement.strategy == "cluster"
    if group is None or launch.block or not (cluster or (placement is None and _has_efas(launch))):
        return
    spread = spread_of(launch)
    what = f"cluster placement group {placement.name}" if placement else "EFA traffic"
    path = group.subnets_path if launch.subnets else group.zones_path
    if len(spread.zones) > 1:
        text = f"the {what} stays in one zone, the group's subnets are in {', '.join(spread.zones)}"
        yield Hit(text, path, level=None if cluster else Level.WARNING, resource=group.resource)
    elif spread.hidden:
        text = f"cannot verify that the subnets are in one zone, where the {what} stays: {spread.hidden}"
        yield Hit(text, path, level=Level.UNKNOWN if spread.added else Level.WARNING, resource=group.resource)
    elif placement is not None and placement.resource is not None:
        yield from _together(launch, placement.resource)


def _has_efas(launch: Launch) -> bool:
    """Return whether a node has several EFAs; HyperPod gives each node all that its type has."""
    if launch.group is not None and launch.group.kind == "hyperpod":
        return any((info.efa_count or 0) > 1 for info in launch.infos)
    return len(launch.node.efas) > 1


def _together(launch: Launch, placement_group: Resource) -> Iterator[Hit]:
    """Report several groups, each in one zone, that share the placement group but not the zone; told once."""
    users = (user for user in launch.world.users_of(placement_group) if not user.block)
    if next(users, None) != launch:
        return
    together = [launch, *users]
    spread = spread_of_all(together)
    if len(spread.zones) > 1:
        names = ", ".join(dict.fromkeys(user.group.resource.id for user in together if user.group))
        text = f"the cluster placement group stays in one zone, its groups {names} are in {', '.join(spread.zones)}"
        yield Hit(text, ("Properties",), resource=placement_group)


RULE = Rule(
    id="TRN401",
    title="Nodes that train together are in one zone",
    level=Level.ERROR,
    why="A cluster placement group lives in one zone: the first launch works by luck, later ones fail.",
    source="EC2 User Guide, placement groups and Elastic Fabric Adapter",
    on="launch",
    check=check,
    fix="name one subnet, or subnets of one zone",
)
