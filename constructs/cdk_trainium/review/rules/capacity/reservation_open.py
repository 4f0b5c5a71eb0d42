"""A reservation in the template that any launch may use."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Reference, Unknown
from ...model import World
from ...model.reservation_fit import kinds_of, unusable
from ...model.values import member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched


def check(subject: Branched, context: Context) -> Iterator[Hit]:
    """Ask accelerated reservations for ``InstanceMatchCriteria: targeted``."""
    data = subject.branch.properties
    kind, criteria = data.get("InstanceType"), member(data, "InstanceMatchCriteria") or "open"
    if isinstance(kind, str) and context.catalog.find(kind) is None:
        return
    if isinstance(criteria, Unknown):
        yield cannot_tell("whether the reservation is targeted", criteria, ("Properties", "InstanceMatchCriteria"))
    elif criteria == "open" and isinstance(kind, Unknown):
        yield cannot_tell("whether an open reservation is for training", kind, ("Properties", "InstanceType"))
    elif criteria == "open":
        yield Hit("InstanceMatchCriteria is open: any launch of this type takes its slots", ("Properties",))
        yield from _left_empty(subject, context.world)


def _left_empty(subject: Branched, world: World) -> Iterator[Hit]:
    """Report launches that would take its slots, and ask for no reservation at all."""
    resource, data = subject.resource, subject.branch.properties
    written = (Reference(resource.template.key, resource.id), data)
    for launch in world.every_launch:
        none = launch.reservation.get("CapacityReservationPreference") == "none" and launch.present
        if none and launch.purchase == "on-demand" and not unusable(launch, written, kinds_of(launch)):
            name = (launch.group.resource if launch.group is not None else launch.resource).id
            text = f"CapacityReservationPreference of {name} is none: its launches leave the slots empty"
            yield Hit(text, ("Properties",), "remove the preference from the launch")


RULE = Rule(
    id="TRN345",
    title="A reservation for training is targeted",
    level=Level.WARNING,
    why="An open reservation is used up by whatever launches first; the group it was paid for finds it full. Launches "
    "whose preference is none leave it empty, and it bills.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="AWS::EC2::CapacityReservation",
    check=check,
    fix="set InstanceMatchCriteria: targeted",
)
