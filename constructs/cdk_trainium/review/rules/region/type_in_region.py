"""A type that its region does not offer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ....catalog import InstanceTypeInfo
from ....constraints.offered import NOT_OFFERED, never_seen, not_offered
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Path, Rule, Skip, unknown

__all__ = ["judged_in"]

_FRESH_DAYS = 90


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Look the region up in the dated catalog; an old catalog makes a warning of an error."""
    region = context.world.region_of(launch.node.resource.template)
    if not region:
        yield Skip("the region is not known: say it with --region")
        return
    for info in launch.infos:
        yield from judged_in(info, region, launch.node.at("InstanceType"), context)


def judged_in(info: InstanceTypeInfo, region: str, path: Path, context: Context) -> Iterator[Hit]:
    """Report that ``region`` does not offer ``info``, or that nobody looked whether it does."""
    doubt = not_offered(info, region, context.catalog)
    if never_seen(info, region, context.catalog):
        text = f"whether {region} offers {info.name} is not known to this release"
        yield unknown(text, path, "check the name; trnctl preflight asks EC2")
    elif doubt:
        yield Hit(doubt, path, level=_level(info.fact("zone_ids").date, context.options.today))


def _level(seen: str, today: date) -> Level | None:
    try:
        age = (today - date.fromisoformat(seen)).days
    except ValueError:
        return Level.WARNING
    return Level.WARNING if age > _FRESH_DAYS else None


RULE = Rule(
    id=NOT_OFFERED,
    title="The type is offered in the stack's region",
    level=Level.ERROR,
    why="Trainium is in few regions: elsewhere the stack is made and its groups never get a node.",
    source="EC2 offerings per region, dated in the catalog",
    on="launch",
    check=check,
    fix="deploy to a region that offers the type; trnctl preflight asks EC2 for today's answer",
)
