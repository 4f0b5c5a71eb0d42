"""Groups that share reservations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...launches import Group
from ...template import Value
from .launch import Launch
from .targets import behind, each_target
from .values import same_resource

__all__ = ["ELSEWHERE", "beside", "reservations_of"]

ELSEWHERE = "it launches without a reservation, too"


def reservations_of(launch: Launch) -> Mapping[Any, Value]:
    """Return, by `same_resource`, the reservations that the group of ``launch`` targets in the case at hand.

    Whichever launch it takes. `ELSEWHERE` stands for nodes that use no reservation: those without a target, and spot.
    """
    launches = [one for one in launch.world.launches_of(launch.listed) if one.present] if launch.listed else [launch]
    elsewhere = any(not one.targets or one.market == "spot" for one in launches)
    targets = [one for item in each_target(launches).values() for one in behind(launch.world, item, here=True)]
    return {same_resource(one): one for one in targets} | ({ELSEWHERE: None} if elsewhere else {})


def beside(launch: Launch) -> list[Group]:
    """Return the groups that target no other reservations than the group of ``launch``, in the case at hand.

    Nothing where it is not the first of those that target all of them: of each set of reservations one group is asked.
    """
    own = reservations_of(launch)
    first = next((user for user in _users(launch, own) if reservations_of(user).keys() == own.keys()), None)
    if first is None or launch.group is None or _owner(first) != _owner(launch):
        return []
    fitting = [user for user in _users(launch, own) if reservations_of(user).keys() <= own.keys()]
    groups = {_owner(user): user.group for user in fitting if user.group is not None}
    return list({_owner(launch): launch.group, **groups}.values())


def _users(launch: Launch, own: Mapping[Any, Value]) -> Iterator[Launch]:
    """Yield the launches of groups that target one of ``own``, each once; as few as are asked for are looked at."""
    reserving, seen = launch.world.reserving(launch.node.resource.template), set[int]()
    for user in (user for key in own for user in reserving.get(key, ())):
        if id(user) not in seen and user.present:
            seen.add(id(user))
            yield user


def _owner(launch: Launch) -> tuple[str, str] | None:
    resource = None if launch.group is None else launch.group.resource
    return None if resource is None else (resource.template.key, resource.id)
