"""A reservation target that may fall back to on demand."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.values import as_map
from ....template import MaybeAbsent, Unknown, Value
from ...model import Launch
from ...model.values import member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import falls_back, reservation_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Ask for the preference where the target is (or may be) an on-demand reservation."""
    if launch.market is not None or launch.targeted is not True or launch.block:
        return
    preference, (path, resource) = member(launch.reservation, "CapacityReservationPreference"), reservation_at(launch)
    if isinstance(preference, Unknown):
        yield cannot_tell("whether a launch may fall back to on demand", preference, path, resource)
    if not falls_back(launch, preference):  # not known, or of another rule
        return
    stated = f"CapacityReservationPreference is {preference}" if preference else "no CapacityReservationPreference"
    if resource is None and _is_one_reservation(launch.reservation):
        text = f"{stated} beside the id of a reservation: the launch fails without a free slot, which nothing here says"
        yield Hit(text, path, level=Level.INFO)
        return
    text = f"{stated} beside a reservation target: without a free slot the launch falls back to on demand"
    yield Hit(text, path, resource=resource)


def _is_one_reservation(specification: Value) -> bool:
    """Return whether EC2 is told one reservation by its id; of a resource group it takes what it has, else on demand.

    Source: EC2 User Guide, "Launch instances into an existing Capacity Reservation".
    """
    named = as_map(member(specification, "CapacityReservationTarget")).get("CapacityReservationId")
    return named is not None and not isinstance(named, MaybeAbsent)


RULE = Rule(
    id="TRN305",
    title="A group on a reservation launches only into it",
    level=Level.WARNING,
    why="Without capacity-reservations-only a launch runs on demand in silence, apart from the others and unreserved.",
    source="EC2 API, CapacityReservationPreference; EC2 User Guide, launching into a reservation; field reports",
    on="launch",
    check=check,
    fix="set CapacityReservationPreference: capacity-reservations-only",
)
