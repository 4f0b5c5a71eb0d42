"""A reservation of the template that is for other launches."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.tenancy import OTHER_LAUNCHES
from ....findings import Level
from ...model import Launch
from ...model.reservation_fit import kinds_of, misfits
from ...model.targets import unwritten_targets, written_choices
from ...options import Context
from ...rule import Hit, Rule, Skip
from .reservation_at import reservation_at
from .reservation_choice import as_hits, each_once, of_choice


def check(launch: Launch, _context: Context) -> Iterator[Hit | Skip]:
    """Ask for a reservation for each type of the launch.

    What platform an image is of only the image tells, so ``Linux/UNIX`` is taken as it.
    """
    path, owner = reservation_at(launch)
    yield from map(Skip, unwritten_targets(launch))
    for target, found in written_choices(launch):
        judged = ([as_hits(misfits(launch, one, kind)) for one in found] for kind in kinds_of(launch))
        for hit in each_once(hit for hits in judged for hit in of_choice(launch, target, hits)):
            yield hit._replace(path=path, resource=owner)


RULE = Rule(
    id=OTHER_LAUNCHES,
    title="The reservation that a launch targets is for such launches",
    level=Level.ERROR,
    why="A reservation takes only launches of its own type, platform and tenancy; others are refused or run on demand.",
    source="EC2 User Guide, On-Demand Capacity Reservations",
    on="launch",
    check=check,
    fix="reserve what is launched: the same InstanceType and Tenancy",
)
