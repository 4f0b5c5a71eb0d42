"""A type that its region does not offer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ....constraints.offered import NOT_OFFERED, never_seen, not_offered
from ....findings import Level
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown

_FRESH_DAYS = 90


def check(launch: Launch, context: Context) -> Iterator[Hit | Skip]:
    """Look the region up in the dated catalog; an old catalog makes a warning of an error."""
    region = context.world.region_of(launch.node.resource.template)
    if not region:
        yield Skip("the region is not known: say it with --region")
        return
    for info in launch.infos:
        doubt = not_offered(info, region, context.catalog)
        if never_seen(info, region, context.catalog):
            text = f"whether {region} offers {info.name} is not known to this release"
            yield unknown(text, launch.node.at("InstanceType"), "check the name; trnctl preflight asks EC2")
        elif doubt:
            level = _level(info.fact("zone_ids").date, context.options.today)
            yield Hit(doubt, launch.node.at("InstanceType"), level=level)


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
