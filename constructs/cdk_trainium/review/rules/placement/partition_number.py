"""A partition number where there are no partitions."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.placement import placement_of
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the number with the strategy of the placement group."""
    placement, path = placement_of(launch), launch.node.at("Placement", "PartitionNumber")
    if as_map(launch.node.data.get("Placement")).get("PartitionNumber") is None:
        return
    if placement is None:
        yield Hit("PartitionNumber without a placement group", path)
    elif isinstance(placement.strategy, Unknown):
        yield cannot_tell("whether the placement group has partitions", placement.strategy, path)
    elif placement.strategy != "partition":
        text = f"PartitionNumber, and {placement.name} has {placement.strategy or 'no'} strategy, not partition"
        yield Hit(text, path)


RULE = Rule(
    id="TRN411",
    title="A partition number goes with the strategy partition",
    level=Level.ERROR,
    why="EC2 refuses the launch: a number is valid in partition placement groups only.",
    source="EC2 API, Placement: PartitionNumber",
    on="launch",
    check=check,
    fix="remove PartitionNumber",
)
