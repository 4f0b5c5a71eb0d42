"""Groups that share reservations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...launches import Group
from ...template import Value
from .launch import Launch
from .targets import each_target

__all__ = ["ELSEWHERE", "beside", "reservations_of"]

ELSEWHERE = "it launches without a reservation, too"


def reservations_of(launch: Launch) -> Mapping[Any, Value]:
    """Return, by `same_resource`, what the group of ``launch`` targets in the case at hand, whichever launch it takes.

    `ELSEWHERE` stands for nodes that use no reservation: those without a target, and spot.
    """
    launches = [one for one in launch.world.launches_of(launch.listed) if one.present] if launch.listed else [launch]
    elsewhere = any(not one.targets or one.market == "spot" for one in launches)
    return each_target(launches) | ({ELSEWHERE: None} if elsewhere else {})


def beside(launch: Launch) -> list[Group]:
    """Return the groups that target no other reservations than the group of ``launch``, in the case at hand.

    Those that target all of these come first: of each set of reservations one group has itself at the head.
    """
    own, reserving = reservations_of(launch), launch.world.reserving(launch.node.resource.template)
    users = {id(user): user for key in own for user in reserving.get(key, ()) if user.present}
    found: dict[Any, tuple[bool, Group]] = {}
    for user in users.values():
        theirs = reservations_of(user)
        if user.group is not None and theirs.keys() <= own.keys():
            resource = user.group.resource
            found.setdefault((resource.template.key, resource.id), (len(theirs) < len(own), user.group))
    return [group for _, group in sorted(found.values(), key=lambda item: item[0])]
