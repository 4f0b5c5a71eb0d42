"""Regions that the organization allows."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...options import Context
from ...rule import Hit, Rule, Skip, unknown


def check(template: Template, context: Context) -> Iterator[Hit | Skip]:
    """Judge the region as the assembly, the caller or the zones tell it."""
    allowed = context.options.policy.regions
    if allowed is None:
        yield Skip("no policy says which regions are allowed")
        return
    region = context.world.region_of(template)
    if not region:
        yield unknown("the region is not known, so the policy on regions cannot be judged", hint="say it with --region")
    elif region not in allowed:
        yield Hit(f"region {region}; allowed: {', '.join(allowed) or 'none'}")


RULE = Rule(
    id="TRN801",
    title="The region is allowed",
    level=Level.ERROR,
    why="Data and cost rules name the regions that may be used.",
    source="the organization's policy file",
    on="template",
    check=check,
    fix="deploy to an allowed region",
)
