"""Reservation ids that the caller gave and no template has a use for: a typing mistake must not pass in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..findings import Finding, Level
from ..findings import Subject as Place
from .model import World
from .options import Context

__all__ = ["UNUSED_ID", "unused_ids"]

UNUSED_ID = "TRN984"


def unused_ids(context: Context, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield a finding for each id that no launch targets and none of ``findings`` tells; a hidden target is unknown."""
    world, options = context.world, context.options
    told = {item for finding in findings for item in _told(finding)}
    for kind, ids in (("capacity block", options.blocks), ("reservation", options.reservations)):
        for item in dict.fromkeys(ids):
            if item not in world.targeted.ids and item not in told:
                yield _finding(kind, item, world)


def _told(finding: Finding) -> list[str]:
    items = finding.evidence.get("reservations")
    return items if isinstance(items, list) else []


def _finding(kind: str, item: str, world: World) -> Finding:
    hidden, known = world.targeted.hidden, ", ".join(sorted(world.targeted.ids))
    if hidden:
        text = f"whether a launch targets the {kind} {item} cannot be told: {hidden}"
        return Finding(UNUSED_ID, Level.UNKNOWN, text, "review it with the reservation's id", "", Place(name=item))
    text = f"no launch targets the {kind} {item}; targeted: {known or 'none'}"
    hint = "correct the id, or set CapacityReservationTarget to it"
    return Finding(UNUSED_ID, Level.ERROR, text, hint, "", Place(name=item))
