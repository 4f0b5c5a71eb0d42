"""How far a placement group spreads, said of one that does not."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model.values import member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from ...subjects import Branched


def check(subject: Branched, _context: Context) -> Iterator[Hit]:
    """Compare ``SpreadLevel`` with the strategy."""
    data, path = subject.branch.properties, ("Properties", "SpreadLevel")
    strategy = member(data, "Strategy")
    if "SpreadLevel" not in data or strategy == "spread":
        return
    if isinstance(strategy, Unknown):
        yield cannot_tell("whether the strategy takes a SpreadLevel", strategy, path)
        return
    yield Hit(f"SpreadLevel {f'with Strategy {strategy}' if strategy else 'without Strategy'}", path)


RULE = Rule(
    id="TRN408",
    title="Only a spread placement group has a SpreadLevel",
    level=Level.ERROR,
    why="EC2 refuses the group, and with it the stack.",
    source="EC2 API, CreatePlacementGroup; terraform-provider-aws, aws_placement_group spread_level",
    on="AWS::EC2::PlacementGroup",
    check=check,
    fix="remove SpreadLevel",
)
