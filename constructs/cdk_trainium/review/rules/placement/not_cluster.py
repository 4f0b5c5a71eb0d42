"""Training nodes in a placement group that keeps them apart."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ....template.unknown import MaybeAbsent
from ...model import Launch
from ...model.placement import placement_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, unknown

_APART = {"spread": Level.ERROR, "partition": Level.WARNING}


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge the strategy: one newer than this release is a warning, a hidden one or a hidden group is unknown."""
    placement = placement_of(launch)
    if placement is None or not _trains(launch) or launch.block or placement.strategy in ("cluster", None):
        return
    path = launch.node.at("Placement")
    own = launch.group if launch.group is not None and launch.group.placement_group is not None else None
    if own is not None:
        path = own.placement_path
    owner = own.resource if own else None
    if isinstance(launch.placement_group, MaybeAbsent):
        yield cannot_tell("whether there is a placement group", launch.placement_group, path, owner)
        return
    if isinstance(placement.strategy, Unknown):
        text = f"strategy of the placement group is not visible: {placement.strategy.reason}"
        yield unknown(text, path, "review the stack that makes it together with this one", owner)
        return
    text = f"placement group {placement.name} has strategy {placement.strategy}: not a cluster group"
    yield Hit(text, path, level=_APART.get(str(placement.strategy), Level.WARNING), resource=owner)


def _trains(launch: Launch) -> bool:
    """Return whether nodes can train together: those of types without EFA may well be apart."""
    return bool(launch.node.efas) or any(info.efa_count != 0 for info in launch.infos)


RULE = Rule(
    id="TRN402",
    title="Training nodes are in a cluster placement group",
    level=Level.WARNING,
    why="spread and partition put nodes on distant hardware; spread also ends at 7 nodes per zone.",
    source="EC2 User Guide, placement groups",
    on="launch",
    check=check,
    fix="use Strategy: cluster",
)
