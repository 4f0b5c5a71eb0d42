"""A placement group without strategy."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.placement import placement_of
from ...options import Context
from ...rule import Hit, Rule


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report the group when accelerated nodes use it."""
    placement = placement_of(launch)
    if placement is not None and placement.resource is not None and placement.strategy is None and launch.accelerated:
        text = f"Strategy is not stated; {launch.node.resource.id} relies on the service's default"
        yield Hit(text, ("Properties",), resource=placement.resource)


RULE = Rule(
    id="TRN403",
    title="A placement group for training states its strategy",
    level=Level.WARNING,
    why="ec2.PlacementGroup of CDK writes no strategy; readers assume cluster, the service decides.",
    source="seen with aws-cdk-lib 2.275.0",
    on="launch",
    check=check,
    fix="write Strategy: cluster",
)
