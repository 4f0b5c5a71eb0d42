"""A targeted reservation that no launch targets."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge launches when the caller said which targeted reservations the templates are meant for."""
    wanted = context.options.reservations
    if not wanted or not launch.accelerated or launch.market is not None:
        return
    if launch.targets:
        return
    preference = launch.reservation.get("CapacityReservationPreference", "open")
    text = (
        f"CapacityReservationPreference is {preference} and there is no CapacityReservationTarget: "
        f"the targeted reservation {', '.join(wanted)} is never used"
    )
    yield Hit(text, launch.node.at("CapacityReservationSpecification"))


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
