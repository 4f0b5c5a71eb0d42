"""A reservation target that names nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....findings import Level
from ....launches.purchase import targets_of
from ...model import Launch
from ...model.values import macro_in
from ...options import Context
from ...rule import Hit, Path, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look at the target of launch template and group; beside capacity-block it is TRN301's."""
    if launch.market is not None:
        return
    for written, path, owner in _written(launch):
        target = written.get("CapacityReservationTarget")
        if isinstance(target, dict) and not targets_of(written) and macro_in(target) is None:
            text = "CapacityReservationTarget names no reservation: nothing is targeted, and nodes are bought on demand"
            yield Hit(text, (*path, "CapacityReservationTarget"), resource=owner)


def _written(launch: Launch) -> Iterator[tuple[Any, Path, Any]]:
    name = "CapacityReservationSpecification"
    yield launch.node.reservation, launch.node.at(name), None
    if launch.group is not None:
        yield launch.group.reservation, ("Properties", name), launch.group.resource


RULE = Rule(
    id="TRN375",
    title="A reservation target names a reservation",
    level=Level.WARNING,
    why="A target without an id asks for none: the reservation that was meant stays empty, and is paid for.",
    source="EC2 API, CapacityReservationTarget; eksctl issue 7906",
    on="launch",
    check=check,
    fix="set CapacityReservationId, or remove the target",
)
