"""Scheduled actions against the sizes that they do not say, which stay as the group or another action left them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ....findings import Level
from ...model import World
from ...model.schedule import actions_of
from ...model.values import as_int, member
from ...rule import Hit
from ...subjects import Branched

__all__ = ["against_actions"]


class _Bound(NamedTuple):
    """A size that bounds others."""

    name: str
    bounded: tuple[str, ...]
    widest: Callable[[Sequence[int]], int]
    """Which of several values leaves most room."""
    sign: int
    words: tuple[str, str]


_BOUNDS = (
    _Bound("MaxSize", ("MinSize", "DesiredCapacity"), max, 1, ("above", "at most")),
    _Bound("MinSize", ("MaxSize", "DesiredCapacity"), min, -1, ("below", "at least")),
)


def against_actions(group: Branched, world: World) -> Iterator[Hit]:
    """Yield what is wrong with each scheduled action of ``group``; whether it is refused or cut is not documented."""
    actions = list(actions_of(world, group))
    for resource, action in actions:
        others = [group.branch.properties, *(other.properties for one, other in actions if one is not resource)]
        hits = (_hit(bound, action.properties, others, group.resource.id) for bound in _BOUNDS)
        yield from (hit._replace(resource=resource) for hit in hits if hit is not None)


def _hit(bound: _Bound, own: Mapping[str, Any], others: Sequence[Mapping[str, Any]], group: str) -> Hit | None:
    if member(own, bound.name) is not None:
        return None  # the action by itself says both, or may
    known = [as_int(one[bound.name]) for one in others if bound.name in one]
    kept = [size for size in known if size is not None]
    if not kept or len(kept) < len(known):
        return None
    room, (how, allowed) = bound.widest(kept), bound.words
    for name in bound.bounded:
        size = as_int(own.get(name))
        if size is not None and (size - room) * bound.sign > 0:
            text = f"{name} is {how} {bound.name} of {group}, which the action leaves as it is"
            return Hit(f"{text}; got {size}; allowed: {allowed} {room}", ("Properties", name), level=Level.WARNING)
    return None
