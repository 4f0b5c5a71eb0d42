"""What to say of a target that stands for several reservations, of which EC2 takes any that matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....findings import Level
from ....template import Value
from ...model import Launch
from ...model.reservation_fit import Misfit
from ...model.targets import hidden_by
from ...model.values import shown
from ...rule import Hit, cannot_tell

__all__ = ["as_hits", "each_once", "of_choice"]

_MOST = 3
"""Reservations of which a message says what is wrong."""


def as_hits(found: Iterable[Misfit]) -> list[Hit]:
    """Return why a reservation does not take a launch as hits."""
    return [Hit(one.text) if one.hidden is None else cannot_tell(one.text, one.hidden) for one in found]


def each_once(hits: Iterable[Hit]) -> list[Hit]:
    """Return ``hits`` without those that say the same."""
    return list({hit.message: hit for hit in hits}.values())


def of_choice(launch: Launch, target: Value, hits: Sequence[Sequence[Hit]]) -> Iterator[Hit]:
    """Yield what holds of ``hits``, of each reservation its own: nothing where one matches, all of a single one.

    Where none of several matches that is one hit, where some may, one that says so.
    """
    if not hits or not all(hits):
        return
    if len(hits) == 1:
        yield from hits[0]
        return
    known = [next((hit for hit in own if hit.level is not Level.UNKNOWN), None) for own in hits]
    if None in known:
        first = hits[known.index(None)][0]
        text = f"{hidden_by(launch.world, target)}; of one, {first.message}"
        yield first._replace(message=text, hint="")
    else:
        told = [hit.message for hit in known[:_MOST] if hit is not None]
        more = [f"and {len(known) - _MOST} more"] if len(known) > _MOST else []
        yield Hit(f"no reservation of group {shown(target)} matches: {'; '.join([*told, *more])}")
