"""A reservation preference that EC2 does not know, or that contradicts the target."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....launches.purchase import targets_of
from ....template import Unknown
from ....wording import as_written, nearest
from ...model import Launch
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import preferences, reservation_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare with the words of the API; ``none`` and ``open`` ask for no certain reservation, a target does."""
    preference = launch.reservation.get("CapacityReservationPreference")
    if not isinstance(preference, str):
        return
    path, resource = reservation_at(launch)
    allowed = preferences(launch)
    if preference not in allowed:
        text = f"CapacityReservationPreference is unknown; got {as_written(preference)}; allowed: {', '.join(allowed)}"
        yield Hit(text, path, nearest(preference, allowed), resource=resource)
    elif preference in ("none", "open") and isinstance(launch.targeted, Unknown):
        yield cannot_tell(f"whether a target stands beside {preference}", launch.targeted, path, resource)
    elif preference in ("none", "open") and launch.targeted:
        text = f"CapacityReservationPreference is {preference} beside a reservation target"
        text += "; allowed: capacity-reservations-only"
        yield Hit(text, path, resource=resource)
    elif preference == "none" and launch.group is not None and launch.node.reservation is not launch.reservation:
        targets = ", ".join(map(shown, targets_of(launch.node.reservation)))
        text = f"{launch.group.resource.id} launches into no reservation, its launch template targets {targets}"
        yield from (Hit(text, path, level=Level.WARNING, resource=resource),) if targets else ()


RULE = Rule(
    id="TRN346",
    title="CapacityReservationPreference is one that EC2 knows, and goes with the target",
    level=Level.ERROR,
    why="EC2 refuses an unknown word at launch, and a target beside the wish for none or for any open reservation.",
    source="EC2 and Auto Scaling APIs of botocore 1.44.8, CapacityReservationSpecification",
    on="launch",
    check=check,
    fix="set CapacityReservationPreference: capacity-reservations-only",
)
