"""What runs in a placement group already, and whether the plan's nodes fit beside it."""

from __future__ import annotations

from collections.abc import Sequence

from ..demand.model import Group
from .check import Outcome, fail, info, unknown
from .question import Row

__all__ = ["beside"]


def beside(group: Group, others: Sequence[Row], wanted: Sequence[str] | None) -> list[Outcome]:
    """Judge the instances that run in the group already; ``wanted`` are the zones of the plan, where it names any.

    Only pending and running ones are asked for: whether stopped ones hold a group in their zone no source tells, and
    terminated ones do not. Names of zones can be compared, as the instances are of the same account.
    """
    name = group.placement_group
    text = f"{len(others)} other instances run in placement group {name}"
    if wanted is None:
        return unknown(f"{text}; which zone the plan's nodes run in is not known, and the group stays in one")
    zones = sorted({one.row("Placement").text("AvailabilityZone") for one in others}) if wanted else ()
    if wanted and not set(zones) & set(wanted):
        where = f"in {', '.join(zones)}, the plan's nodes are to run in {', '.join(wanted)}"
        return fail(f"{text} {where}: a cluster placement group stays in one zone", "use a placement group of its own")
    return info(text, "they compete for the same space; end them, or use a placement group of its own")
