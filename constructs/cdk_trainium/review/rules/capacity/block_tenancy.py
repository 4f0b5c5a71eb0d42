"""Nodes of a Capacity Block with a tenancy of their own."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.tenancy import BLOCK_TENANCY, check_tenancy
from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.tenancy import tenancy_of
from ...options import Context
from ...rule import Hit, Rule, cannot_tell, from_problem


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare the tenancy of the launch with the one that blocks have."""
    if not launch.block:
        return
    found = tenancy_of(launch)
    value, path, owner = found
    if isinstance(value, Unknown):
        yield cannot_tell("whether the tenancy is that of a block", value, path, owner)
        return
    problem = check_tenancy(str(value), found.text)
    if problem is not None:
        yield from_problem(problem, path)._replace(resource=owner)


RULE = Rule(
    id=BLOCK_TENANCY,
    title="Nodes of a Capacity Block have default tenancy",
    level=Level.ERROR,
    why="Blocks are of tenancy default, and a reservation takes launches of its own tenancy only: each is refused.",
    source="EC2 User Guide, Capacity Blocks; Amazon VPC User Guide, instance tenancy",
    on="launch",
    check=check,
    fix="remove Tenancy and hosts; use a VPC of tenancy default",
)
