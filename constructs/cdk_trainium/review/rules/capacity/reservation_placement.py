"""A reservation of the template outside of the placement group that its launches name."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.targets import written_targets
from ...model.values import shown
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .reservation_at import reservation_at


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for ``PlacementGroupArn`` of each reservation that is targeted beside a cluster placement group."""
    group, (path, owner) = launch.placement_group, reservation_at(launch)
    outside = [shown(item) for item, data in written_targets(launch) if data.get("PlacementGroupArn") is None]
    if group is None or not outside:
        return
    strategy = (context.world.properties(group, "AWS::EC2::PlacementGroup") or {}).get("Strategy", "cluster")
    for name in outside:
        if isinstance(strategy, Unknown):
            yield cannot_tell(f"whether reservation {name} may be in the placement group", strategy, path, owner)
        elif strategy == "cluster":  # reservations are made in no other kind
            yield Hit(
                f"reservation {name} is in no placement group, the launch names {shown(group)}", path, resource=owner
            )


RULE = Rule(
    id="TRN372",
    title="The reservation that a launch targets is in its placement group",
    level=Level.WARNING,
    why="A reservation's placement group is fixed at its creation: slots outside of it may lie far apart.",
    source="EC2 User Guide, Capacity Reservations in cluster placement groups",
    on="launch",
    check=check,
    fix="set PlacementGroupArn on the reservation",
)
