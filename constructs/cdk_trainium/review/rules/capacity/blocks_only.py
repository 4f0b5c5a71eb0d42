"""Nodes of UltraServers that are bought in another way than as Capacity Blocks."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.sale import BLOCKS_ONLY, check_blocks_only
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, from_problem
from .sale import asked_as, sale_at


def check(launch: Launch, context: Context) -> Iterator[Hit]:
    """Look for groups of UltraServer types on demand or in a reservation; spot is TRN317's.

    A launch template that no group here launches from may be given its market type at the launch.
    """
    purchase, (path, owner) = asked_as(launch), sale_at(launch)
    if launch.group is None or purchase not in ("on-demand", "reservation"):
        return
    for info in launch.infos:
        problem = check_blocks_only(info, purchase, context.catalog)
        if problem is not None and info.launchable:
            yield Hit(f"{info.name}: {from_problem(problem, path).message}", path, resource=owner)


RULE = Rule(
    id=BLOCKS_ONLY,
    title="Nodes of UltraServers are bought as Capacity Blocks",
    level=Level.WARNING,
    why="As far as is known EC2 sells UltraServers to allow-listed accounts, as blocks; a group on demand waits.",
    source="EC2 User Guide, Capacity Blocks; AWS Neuron, Trn2 UltraServers",
    on="launch",
    check=check,
    fix="buy a Capacity Block for each UltraServer, or take trn2.48xlarge",
)
