"""How many nodes groups ask of reservations, their scheduled actions counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...launches import Group
from ...template import Value
from .launch import Launch
from .schedule import scheduled
from .sharing import beside
from .values import as_int, is_hidden
from .world import World

__all__ = ["Asked", "Askers", "asked_by", "askers"]

_SIZES = ("MinSize", "DesiredCapacity")


class Asked(NamedTuple):
    """Nodes of one group, or of several."""

    most: int
    """It may have so many, as far as that is known."""
    wanted: int
    """It asks for so many, now or by a scheduled action."""
    hidden: Value
    """What hides more. Default: - nothing."""


class Askers(NamedTuple):
    """Groups that have to do with the reservations of one launch, and no others."""

    groups: Sequence[Group]
    asked: Asked

    @property
    def several(self) -> str:
        """The names of several groups as a message shows them. Default: - it is one."""
        return " and ".join(group.resource.id for group in self.groups) if len(self.groups) > 1 else ""


def askers(launch: Launch) -> Iterator[Askers]:
    """Yield the group of ``launch``, then, at the first of several, all that target none but its reservations."""
    group, world = launch.group, launch.world
    if group is None:
        return
    yield Askers([group], asked_by(world, group))
    groups = beside(launch)
    if len(groups) > 1:
        yield Askers(groups, _together(world, groups))


def _together(world: World, groups: Iterable[Group]) -> Asked:
    each = [asked_by(world, group) for group in groups]
    hidden = next((item.hidden for item in each if item.hidden is not None), None)
    return Asked(sum(item.most for item in each), sum(item.wanted for item in each), hidden)


def asked_by(world: World, group: Group) -> Asked:
    """Return the nodes of ``group``: none of one that counts otherwise; a scheduled action that raises it counts."""
    if group.unit is not None:
        return Asked(0, 0, group.hidden_size)
    later = [action.properties.get(name) for action in scheduled(world, group) for name in _SIZES]
    wanted = max([as_int(group.sizes[1]) or 0, *(as_int(size) or 0 for size in later)])
    hidden = next((size for size in (*group.sizes[1:], *later) if is_hidden(size)), group.hidden_size)
    return Asked(max(group.nodes or 0, wanted), wanted, hidden)
