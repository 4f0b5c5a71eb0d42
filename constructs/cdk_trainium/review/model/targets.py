"""Which reservations the launches of a whole review target."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...template import Unknown, Value
from .values import shown

if TYPE_CHECKING:
    from .launch import Launch
    from .world import World

__all__ = ["Targets", "hidden_by", "targets_of"]


@dataclass(frozen=True, slots=True)
class Targets:
    """Literal reservation ids, and what hides others."""

    ids: frozenset[str]
    hidden: str
    """Why there may be more. Default: - there are none."""


def targets_of(world: World, launches: Iterable[Launch]) -> Targets:
    """Return what all of ``launches`` target."""
    values = [target for launch in launches for target in launch.targets]
    hidden = [reason for target in values if (reason := hidden_by(world, target))]
    return Targets(frozenset(item for item in values if isinstance(item, str)), hidden[0] if hidden else "")


def hidden_by(world: World, target: Value) -> str:
    """Return what hides the reservation behind ``target``; empty for an id, and for a reservation of the templates."""
    if isinstance(target, Unknown):
        return target.reason
    if isinstance(target, str):
        return f"the reservations of {target} are not written here" if target.startswith("arn:") else ""
    resource = world.find(target)
    known = resource is not None and resource.type == "AWS::EC2::CapacityReservation"
    return "" if known else f"the reservations of {shown(target)} are not written here"
