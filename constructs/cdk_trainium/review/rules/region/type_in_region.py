"""A type that its region does not offer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ....catalog import Catalog, InstanceTypeInfo
from ....constraints.identifiers import check_region
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
    new = region not in context.catalog.regions["known"]["value"] and check_region(region) is None
    for info in launch.infos:
        offered, seen = _offered(info, context.catalog), info.fact("zone_ids").date
        if offered and region not in offered and new:
            text = f"region {region} is not known to this release: whether it offers {info.name} cannot be told"
            yield unknown(text, launch.node.at("InstanceType"), "check the name; trnctl preflight asks EC2")
        elif offered and region not in offered:
            text = f"{info.name} was not offered in {region} on {seen}, but in {', '.join(sorted(offered))}"
            yield Hit(text, launch.node.at("InstanceType"), level=_level(seen, context.options.today))


def _offered(info: InstanceTypeInfo, catalog: Catalog) -> set[str]:
    blocks = catalog.regions["capacity_block_regions"]["value"]
    ultraserver = blocks.get("UltraServer Trn2", []) if info.family == "trn2u" else []
    documented = {item.split(" ")[0] for item in (*blocks.get(info.name, []), *ultraserver)}
    return set(info.zone_ids or {}) | documented


def _level(seen: str, today: date) -> Level | None:
    try:
        age = (today - date.fromisoformat(seen)).days
    except ValueError:
        return Level.WARNING
    return Level.WARNING if age > _FRESH_DAYS else None


RULE = Rule(
    id="TRN604",
    title="The type is offered in the stack's region",
    level=Level.ERROR,
    why="Trainium is in few regions: elsewhere the stack is made and its groups never get a node.",
    source="EC2 offerings per region, dated in the catalog",
    on="launch",
    check=check,
    fix="deploy to a region that offers the type; trnctl preflight asks EC2 for today's answer",
)
