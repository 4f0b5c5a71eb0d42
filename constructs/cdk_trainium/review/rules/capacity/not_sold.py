"""An instance type that is not sold in the way it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from ....constraints.sale import NOT_SOLD, check_usage
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, from_problem, unknown
from .sale import asked_as, sale_at


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Compare with the usage classes of the types; where others of the group are sold so, only these come."""
    purchase, (path, owner) = asked_as(launch), sale_at(launch)
    infos = launch.infos if purchase else ()
    problems = [problem for info in infos if (problem := check_usage(info, purchase)) is not None]
    some = len(problems) < len(infos)
    for problem in problems if not (some and _by_family(launch)) else ():
        hit = from_problem(problem, path)
        yield Hit(hit.message, path, level=Level.WARNING if some else None, resource=owner)
    for info in infos:
        if info.usage_classes is None and info.launchable:  # another is TRN011's
            yield unknown(f"whether {info.name} is sold as {purchase} is not known", path, resource=owner)


def _by_family(launch: Launch) -> bool:
    """Return whether Batch chooses of a family what is sold."""
    return launch.use is not None and any(isinstance(item, str) and "." not in item for item in launch.use.types)


RULE = Rule(
    id=NOT_SOLD,
    title="The instance type is sold in the way it is asked for",
    level=Level.ERROR,
    why="EC2 refuses every launch: nobody can buy a Capacity Block, or ask for spot, of a type that is not sold so.",
    source="EC2 API, DescribeInstanceTypes: SupportedUsageClasses, and the accelerated computing pages",
    on="launch",
    check=check,
    fix="buy it in another way, or take a type that is sold so: trnctl catalog TYPE",
)
