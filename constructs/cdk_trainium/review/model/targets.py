"""Which reservations the launches of a whole review target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...template import Reference, Unknown, Value
from .values import as_map, same_resource, shown

if TYPE_CHECKING:
    from .launch import Launch
    from .world import World

__all__ = [
    "RESERVATION",
    "Targets",
    "each_target",
    "hidden_by",
    "may_be_several",
    "targets_of",
    "unwritten_targets",
    "written_targets",
]

RESERVATION = "AWS::EC2::CapacityReservation"


class Targets(NamedTuple):
    """Reservations, and what hides others."""

    ids: frozenset[str]
    """Those that are literals."""
    written: frozenset[tuple[str, str]]
    """Those of the templates, as `Reference.target`."""
    hidden: str
    """Why there may be more. Default: - there are none."""


def targets_of(world: World, launches: Iterable[Launch]) -> Targets:
    """Return what all of ``launches`` target."""
    values = [target for launch in launches for target in launch.targets]
    hidden = [reason for target in values if (reason := hidden_by(world, target))]
    ids = frozenset(item for item in values if isinstance(item, str))
    written = frozenset(item.target for item in values if isinstance(item, Reference))
    return Targets(ids, written, hidden[0] if hidden else "")


def written_targets(launch: Launch) -> Iterator[tuple[Reference, Mapping[str, Any]]]:
    """Yield the reservations of the templates that ``launch`` targets, each with its properties in the case at hand."""
    for target in launch.targets:
        data = launch.world.properties(target, RESERVATION)
        if data is not None:
            yield target, data


def unwritten_targets(launch: Launch) -> Iterator[str]:
    """Yield, for each reservation that ``launch`` targets and no template writes, why nothing is known of it."""
    for target in launch.targets:
        if launch.world.properties(target, RESERVATION) is None:
            yield hidden_by(launch.world, target) or f"reservation {shown(target)} is not written here"


def each_target(launches: Iterable[Launch]) -> dict[Any, Value]:
    """Return what ``launches`` target, each reservation once, by what `same_resource` says of it."""
    return {same_resource(target): target for launch in launches for target in launch.targets}


def may_be_several(launch: Launch) -> str:
    """Return why the reservation that ``launch`` targets may be several; empty for one id and for no target."""
    target = as_map(launch.reservation.get("CapacityReservationTarget"))
    if len(each_target([launch])) > 1:
        return f"it targets {', '.join(map(shown, launch.targets))}"
    hidden = target.get("CapacityReservationIds")
    if isinstance(hidden, Unknown):
        return hidden.reason
    arns = [item for name, item in target.items() if name.startswith("CapacityReservationResourceGroupArn")]
    return _of_group(launch.world, launch.targets[0]) if arns and launch.targets else ""


def hidden_by(world: World, target: Value) -> str:
    """Return what hides the reservation behind ``target``; empty for an id, and for a reservation of the templates."""
    if isinstance(target, Unknown):
        return target.reason
    if isinstance(target, str):
        return _of_group(world, target) if target.startswith("arn:") else ""
    resource = world.find(target)
    return "" if resource is not None and resource.type == RESERVATION else _of_group(world, target)


def _of_group(world: World, group: Value) -> str:
    """Return why the reservations of a resource group are not known: a review does not read what a group lists."""
    resource = world.find(group)
    told = "not written here" if resource is None else "not read from its list"
    return f"the reservations of group {shown(group)} are {told}"
