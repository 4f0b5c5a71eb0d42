"""A partition number where there are no partitions."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown, Value
from ...model import Launch
from ...model.placement import PLACEMENT_GROUP, placement_of
from ...model.values import as_int, as_map, member
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell

_MOST = 7
"""Partitions of a group that says no count, at most: more need a raised quota and a count."""
_CHOOSE = "choose one of the group's partitions, or leave it to EC2"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the number with the strategy of the placement group."""
    number = as_map(launch.node.data.get("Placement")).get("PartitionNumber")
    if number is None:
        return
    placement, path = placement_of(launch), launch.node.at("Placement", "PartitionNumber")
    if placement is None:
        yield Hit("PartitionNumber without a placement group", path)
    elif isinstance(placement.strategy, Unknown):
        yield cannot_tell("whether the placement group has partitions", placement.strategy, path)
    elif placement.strategy == "partition":
        yield from _numbered(launch, number, path)
    else:
        text = f"PartitionNumber, and {placement.name} has {placement.strategy or 'no'} strategy, not partition"
        yield Hit(text, path)


def _numbered(launch: Launch, number: Value, path: Path) -> Iterator[Hit]:
    written = member(launch.world.properties(launch.placement_group, PLACEMENT_GROUP) or {}, "PartitionCount")
    hidden = next((value for value in (number, written) if isinstance(value, Unknown)), None)
    chosen, most = as_int(number), as_int(written) or _MOST
    if chosen is not None and chosen < 1:
        yield Hit(f"PartitionNumber is {chosen}; allowed: 1 to {most}", path, _CHOOSE)
    elif hidden is not None:
        yield cannot_tell("whether the placement group has the partition of PartitionNumber", hidden, path)
    elif chosen is not None and chosen > most:
        yield Hit(f"PartitionNumber is {chosen}; allowed: 1 to {most}", path, _CHOOSE)


RULE = Rule(
    id="TRN411",
    title="A partition number is that of a partition of the placement group",
    level=Level.ERROR,
    why="EC2 refuses the launch: a number is valid in partition placement groups only, up to their PartitionCount.",
    source="EC2 API, Placement: PartitionNumber; EC2 User Guide, placement groups: seven partitions per zone",
    on="launch",
    check=check,
    fix="remove PartitionNumber",
)
