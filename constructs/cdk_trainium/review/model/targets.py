"""Which reservations the launches of a whole review target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...template import Reference, Unknown, Value
from .values import shown

if TYPE_CHECKING:
    from .launch import Launch
    from .world import World

__all__ = ["RESERVATION", "Targets", "hidden_by", "targets_of", "written_targets"]

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


def hidden_by(world: World, target: Value) -> str:
    """Return what hides the reservation behind ``target``; empty for an id, and for a reservation of the templates."""
    if isinstance(target, Unknown):
        return target.reason
    if isinstance(target, str):
        return f"the reservations of {target} are not written here" if target.startswith("arn:") else ""
    resource = world.find(target)
    known = resource is not None and resource.type == RESERVATION
    return "" if known else f"the reservations of {shown(target)} are not written here"
