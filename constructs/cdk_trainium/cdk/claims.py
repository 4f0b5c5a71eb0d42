"""Which group of an app a reservation serves: one."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from aws_cdk import Stage
from constructs import Construct

from ..errors import Problem, PropsError
from ..spec import BlockCapacity, CapacitySpec, ReservationCapacity, is_late
from .context import Surroundings

__all__ = ["claim"]

_CLAIMED: WeakKeyDictionary[Construct, dict[str, str]] = WeakKeyDictionary()
"""Stage -> reservation -> path of the group that it serves; ends with the app."""


def claim(around: Surroundings, capacity: CapacitySpec | None) -> None:
    """Take the reservations of ``capacity`` for the group that stands in ``around``.

    Raises:
        PropsError: a group of the same app or stage names one of them already.
    """
    ids = [one for one in _ids(capacity) if not is_late(one)]
    stage = Stage.of(around.scope) if ids else None
    if stage is None:
        return
    claimed = _CLAIMED.setdefault(stage, {})
    text = "one block or existing reservation serves one group"
    problems = [
        Problem("TRN321", f"{text}; {claimed[one]} names it already", "capacity", one, "another reservation")
        for one in ids
        if one in claimed
    ]
    if problems:
        raise PropsError(around.path, problems)
    claimed.update(dict.fromkeys(ids, around.path))


def _ids(capacity: CapacitySpec | None) -> Sequence[str]:
    if isinstance(capacity, BlockCapacity):
        return [block.reservation_id for block in capacity.blocks]
    if isinstance(capacity, ReservationCapacity) and capacity.reservation_id is not None:
        return [capacity.reservation_id]
    return []
