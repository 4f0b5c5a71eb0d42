"""What the organization may spend per hour."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip
from .totals import over_limit, usd_per_hour


def check(template: Template, context: Context) -> Iterator[Hit | Skip]:
    """Add the dated prices of all groups of the review; a type without a published price is unknown."""
    allowed = context.options.policy.max_usd_per_hour
    if allowed is None:
        yield Skip("no policy says what may be spent per hour")
        return
    region = context.world.region_of(template)

    def price(launch: Launch, nodes: int) -> float | None:
        return usd_per_hour(context.catalog, launch, nodes, region)

    yield from over_limit(template, context, allowed, "USD per hour", price)


RULE = Rule(
    id="TRN806",
    title="The groups cost no more per hour than allowed",
    level=Level.ERROR,
    why="A cluster at work costs thousands of dollars a day; the limit belongs before the deployment.",
    source="the organization's policy file",
    on="template",
    check=check,
    fix="lower the sizes of the groups",
)
