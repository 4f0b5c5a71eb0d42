"""A targeted reservation that no launch targets."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.targets import hidden_by
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge launches when the caller said which targeted reservations the templates are meant for."""
    targeted = context.world.targeted
    unused = [item for item in context.options.reservations if item not in targeted.ids]
    if not unused or not launch.accelerated or launch.market is not None:
        return
    if any(hidden_by(context.world, target) for target in launch.targets):
        return
    if not launch.targets:
        preference = launch.reservation.get("CapacityReservationPreference", "open")
        stated = f"CapacityReservationPreference is {preference} and there is no CapacityReservationTarget"
    else:
        stated = f"CapacityReservationTarget names {', '.join(map(shown, launch.targets))}"
    text = f"{stated}: the targeted reservation {', '.join(unused)} is never used"
    yield Hit(text, launch.node.at("CapacityReservationSpecification"), evidence={"reservations": unused})


RULE = Rule(
    id="TRN343",
    title="Launches name the targeted reservation that is meant for them",
    level=Level.ERROR,
    why="A reservation with InstanceMatchCriteria targeted takes launches that name it only; others run on demand.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="set CapacityReservationTarget with the reservation's id and capacity-reservations-only",
)
