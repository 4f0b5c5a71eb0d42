"""A targeted reservation that no launch targets."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.targets import behind, hidden_by
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Judge launches beside the targeted reservations of the templates, and those that the caller names."""
    if not launch.accelerated or launch.market is not None:
        return
    world, path = context.world, launch.node.at("CapacityReservationSpecification")
    blind = next(
        filter(None, (hidden_by(world, one) for target in launch.targets for one in behind(world, target))), ""
    )
    given = context.options.reservations if not blind else ()  # which of these it targets is TRN984's
    named = [item for item in given if item not in world.targeted.ids]
    written, maybe = _written(launch, context) if blind or not launch.targets else ([], [])
    unused = ", ".join([*named, *written])
    if not unused and not maybe:
        return
    hidden = blind or ("" if named else world.targeted.hidden)
    if hidden and unused:
        yield unknown(f"whether any launch targets {unused} cannot be told: {hidden}", path)
    elif maybe and not unused:
        yield unknown(f"whether {', '.join(maybe)} is meant for this launch cannot be told: it hides for which", path)
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


def _written(launch: Launch, context: Context) -> tuple[list[str], list[str]]:
    """Return the targeted reservations of the launch's type that no launch targets, and those that may be such."""
    world = context.world
    branches = [(item.id, world.branch(item)) for item in world.untargeted]
    data = [(name, branch.properties) for name, branch in branches if branch is not None]
    kinds = [item for item in launch.types if isinstance(item, str)]
    wanted = {name: (item.get("InstanceMatchCriteria"), item.get("InstanceType")) for name, item in data}
    fitting = {
        name: (isinstance(how, Unknown) or how == "targeted") and (isinstance(kind, Unknown) or kind in kinds)
        for name, (how, kind) in wanted.items()
    }
    hides = {name for name, values in wanted.items() if any(isinstance(value, Unknown) for value in values)}
    return [name for name in fitting if fitting[name] and name not in hides], [name for name in hides if fitting[name]]


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
