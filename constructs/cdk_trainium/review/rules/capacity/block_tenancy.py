"""Nodes of a Capacity Block with a tenancy of their own."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.placement import tenancy_at
from ...options import Context
from ...rule import Hit, Rule, cannot_tell


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the tenancy of the launch with the one that blocks have."""
    if not launch.block or not launch.node.described:
        return
    tenancy, (path, owner) = launch.node.tenancy, tenancy_at(launch)
    if isinstance(tenancy, Unknown):
        yield cannot_tell("whether the tenancy is that of a block", tenancy, path, owner)
    elif tenancy != "default":
        yield Hit(f"Tenancy is {tenancy} on a capacity block; allowed: default", path, resource=owner)


RULE = Rule(
    id="TRN356",
    title="Nodes of a Capacity Block have default tenancy",
    level=Level.ERROR,
    why="Blocks are of tenancy default, and a reservation takes launches of its own tenancy only: each is refused.",
    source="EC2 User Guide, Capacity Blocks",
    on="launch",
    check=check,
    fix="remove Tenancy",
)
