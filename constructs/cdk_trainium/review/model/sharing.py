"""Groups that share reservations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...launches import Group
from ...template import Reference, Value
from .launch import Launch
from .reservation_fit import Misfit, fitting, kinds_of, least, unusable
from .targets import RESERVATION, behind
from .values import same_resource

__all__ = ["ELSEWHERE", "Target", "beside", "reservations_of"]

ELSEWHERE = "it launches without a reservation, too"


class _Users(NamedTuple):
    value: Value
    launches: list[Launch]


class Target(NamedTuple):
    """What a group targets: a reservation, or what stands for one."""

    value: Value
    doubts: Sequence[Misfit] = ()
    """What hides whether its nodes can use it. Default: - nothing, or that is so of all that it targets."""


def reservations_of(launch: Launch) -> Mapping[Any, Target]:
    """Return, by `same_resource`, the reservations that the group of ``launch`` targets in the case at hand.

    Whichever launch it takes; those that none of its nodes can use count where there are no others. `ELSEWHERE` stands
    for nodes that use no reservation: those without a target, and spot. Worked out once: groups ask it of one another.
    """
    return launch.world.cases.once(("reservations_of", launch), lambda: _reservations_of(launch))


def _reservations_of(launch: Launch) -> Mapping[Any, Target]:
    launches = [one for one in launch.world.launches_of(launch.listed) if one.present] if launch.listed else [launch]
    elsewhere = any(not one.targets or one.market == "spot" for one in launches)
    users: dict[Any, _Users] = {}
    for one in launches:
        for value in (value for target in one.targets for value in behind(launch.world, target, here=True)):
            users.setdefault(same_resource(value), _Users(value, []))[1].append(one)
    found = {key: Target(value, doubts) for (key, (value, _)), doubts in fitting(list(users.items()), _unusable)}
    return found | ({ELSEWHERE: Target(None)} if elsewhere else {})


def _unusable(item: tuple[Any, _Users]) -> Sequence[Misfit]:
    """Return why none of the launches that target a reservation can use it, or may; what is not written may serve."""
    _, (value, launches) = item
    data = launches[0].world.properties(value, RESERVATION)
    if data is None or not isinstance(value, Reference):
        return ()
    return least([unusable(one, (value, data), kinds_of(one)) for one in launches])


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


def _users(launch: Launch, own: Mapping[Any, Target]) -> Iterator[Launch]:
    """Yield the launches of groups that target one of ``own``, each once; as few as are asked for are looked at."""
    reserving, seen = launch.world.reserving(launch.node.resource.template), set[int]()
    for user in (user for key in own for user in reserving.get(key, ())):
        if id(user) not in seen and user.present:
            seen.add(id(user))
            yield user


def _owner(launch: Launch) -> tuple[str, str] | None:
    resource = None if launch.group is None else launch.group.resource
    return None if resource is None else (resource.template.key, resource.id)
