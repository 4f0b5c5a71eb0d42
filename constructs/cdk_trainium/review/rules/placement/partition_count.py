"""How many partitions a placement group has."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model.values import as_int, member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched

_MOST = 7


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """More than 7 need a raised quota; a count belongs to the strategy partition only."""
    data = subject.branch.properties
    value, strategy, path = data.get("PartitionCount"), member(data, "Strategy"), ("Properties", "PartitionCount")
    count = as_int(value)
    if value is None:
        return
    if isinstance(strategy, str) and strategy != "partition":
        yield Hit(f"PartitionCount with Strategy {strategy}: only partition groups have one", path)
    elif strategy is None:
        yield Hit("PartitionCount without Strategy: only partition groups have one", path, "write Strategy: partition")
    elif isinstance(strategy, Unknown):
        yield cannot_tell("whether the strategy takes a PartitionCount", strategy, path)
    elif isinstance(value, Unknown):
        yield cannot_tell(f"whether PartitionCount is at most {_MOST}", value, path)
    elif count is not None and count > _MOST:
        text = f"PartitionCount is {count}; the default quota is {_MOST} per zone"
        yield Hit(text, path, "ask for a higher quota first", Level.WARNING)


RULE = Rule(
    id="TRN404",
    title="PartitionCount is within what the strategy and the quota take",
    level=Level.ERROR,
    why="EC2 refuses a count with another strategy, and more than 7 partitions per zone without a raised quota.",
    source="EC2 User Guide, placement groups; terraform-provider-aws issue 45034",
    on="AWS::EC2::PlacementGroup",
    check=check,
    fix="remove PartitionCount",
)
