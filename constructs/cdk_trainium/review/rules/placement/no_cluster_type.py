"""Instance types that no cluster placement group takes."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.burstable import takes_cluster_group
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.placement import placement_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for such types where a placement group is named."""
    if launch.placement_group is None:
        return
    refused = [kind for kind in launch.types if isinstance(kind, str) and not takes_cluster_group(kind)]
    placement, path = placement_of(launch), launch.node.at("Placement")
    if not refused or placement is None:
        return
    if isinstance(placement.strategy, Unknown):
        yield cannot_tell(f"whether the placement group takes {refused[0]}", placement.strategy, path)
    elif placement.strategy == "cluster":
        level = None if len(refused) == len(launch.types) else Level.WARNING  # the other types may be launched
        yield Hit(f"the cluster placement group {placement.name} takes no {refused[0]}", path, level=level)


RULE = Rule(
    id="TRN413",
    title="Cluster placement groups take no burstable types",
    level=Level.ERROR,
    why="EC2 refuses each launch of such a type: cluster placement groups take neither T types nor Mac1 nor M7i-flex.",
    source="EC2 User Guide, placement strategies; dstack issue 2872: not supported by the t3.xlarge instance type",
    on="launch",
    check=check,
    fix="remove the placement group, or take another type",
)
