"""How many chips the organization allows."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Template
from ...model import Launch
from ...options import Context
from ...rule import Hit, Rule, Skip
from .totals import over_limit


def check(template: Template, context: Context) -> Iterator[Hit | Skip]:
    """Add the chips of all groups of the review."""
    allowed = context.options.policy.max_chips
    if allowed is None:
        yield Skip("no policy says how many chips are allowed")
        return
    yield from over_limit(template, context, allowed, "chips", _chips)


def _chips(launch: Launch, nodes: int) -> float | None:
    chips = [info.chips for info in launch.infos]
    known = [item for item in chips if item is not None]
    return nodes * max(known) if known and len(known) == len(chips) else None


RULE = Rule(
    id="TRN805",
    title="The groups have no more chips than allowed",
    level=Level.ERROR,
    why="Chips are what projects are granted.",
    source="the organization's policy file",
    on="template",
    check=check,
    fix="lower the sizes of the groups",
)
