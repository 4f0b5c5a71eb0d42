"""A targeted reservation that no launch targets."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.targets import hidden_by
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge launches beside the targeted reservations of the templates, and those that the caller names."""
    if not launch.accelerated or launch.market is not None:
        return
    if any(hidden_by(context.world, target) for target in launch.targets):
        return
    world, path = context.world, launch.node.at("CapacityReservationSpecification")
    named = [item for item in context.options.reservations if item not in world.targeted.ids]
    written = _written(launch, context)
    unused = ", ".join([*named, *written])
    if written and not named and world.targeted.hidden:
        yield unknown(f"whether any launch targets {unused} cannot be told: {world.targeted.hidden}", path)
    elif unused:
        text = f"{_stated(launch)}: the targeted reservation {unused} is never used"
        meant = bool(named) or launch.reservation.get("CapacityReservationPreference") != "none"
        level = None if meant else Level.WARNING  # it may be meant for launches that are not at hand
        yield Hit(text, path, level=level, evidence={"reservations": [*named, *written]})


def _stated(launch: Launch) -> str:
    if launch.targets:
        return f"CapacityReservationTarget names {', '.join(map(shown, launch.targets))}"
    preference = launch.reservation.get("CapacityReservationPreference", "open")
    return f"CapacityReservationPreference is {shown(preference)} and there is no CapacityReservationTarget"


def _written(launch: Launch, context: Context) -> list[str]:
    """Return the targeted reservations of the launch's type that no launch targets, for one that names none."""
    world = context.world
    if launch.targets:
        return []
    branches = [(item.id, world.branch(item)) for item in world.untargeted]
    data = [(name, branch.properties) for name, branch in branches if branch is not None]
    kinds = [item for item in launch.types if isinstance(item, str)]
    return [
        name
        for name, item in data
        if item.get("InstanceMatchCriteria") == "targeted" and item.get("InstanceType") in kinds
    ]


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
