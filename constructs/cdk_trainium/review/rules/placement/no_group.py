"""Nodes with EFA that nothing places together."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Report on-demand and spot launches of more than one node with EFAs and without placement group."""
    group = launch.group
    if len(launch.node.efas) < 2 or launch.targeted is True or launch.block or launch.placement_group is not None:
        return
    if launch.market not in (None, "spot", "on-demand"):
        return
    few = group is not None and group.nodes in (0, 1)
    if few and group is not None and group.hidden_size is not None:
        yield cannot_tell("whether nodes need a placement group", group.hidden_size, launch.node.at("Placement"))
    elif not few and isinstance(launch.targeted, Unknown):
        yield cannot_tell("whether nodes need a placement group", launch.targeted, launch.node.at("Placement"))
    elif not few:
        yield Hit("nodes with EFA are launched without a placement group", launch.node.at("Placement"))


RULE = Rule(
    id="TRN405",
    title="Nodes with EFA are in a placement group or a block",
    level=Level.WARNING,
    why="Without a cluster group EC2 spreads the nodes over the zone; latency between them rises and varies.",
    source="EC2 User Guide, placement groups; get started with EFA",
    on="launch",
    check=check,
    fix="add a placement group with Strategy: cluster",
)
