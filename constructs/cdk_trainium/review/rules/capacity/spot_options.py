"""Options of spot that the launch or its group does not take."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_map, member
from ...options import Context
from ...rule import Hit, Rule, cannot_tell

_KEPT = ("stop", "hibernate")
"""What becomes of an interrupted node that a persistent request starts again."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge options beside another market, and requests that live on after their node; TRN391 where none is said."""
    written = as_map(launch.node.data.get("InstanceMarketOptions"))
    options, stated = written.get("SpotOptions"), member(written, "MarketType")
    path = launch.node.at("InstanceMarketOptions", "SpotOptions")
    if not isinstance(options, dict) or not options:
        return
    if isinstance(stated, Unknown):
        yield cannot_tell("whether SpotOptions go with MarketType", stated, path)
    elif stated not in (None, "spot"):
        text = f"SpotOptions beside MarketType {stated}: they are options of spot"
        yield Hit(text, path, "remove SpotOptions", Level.WARNING)
    elif isinstance(kind := member(options, "SpotInstanceType"), Unknown):
        yield cannot_tell("whether the spot request is one-time", kind, path)
    elif kind == "persistent":
        yield from _persistent(launch, member(options, "InstanceInterruptionBehavior") or "terminate")


def _persistent(launch: Launch, behavior: object) -> Iterator[Hit]:
    path = launch.node.at("InstanceMarketOptions", "SpotOptions", "SpotInstanceType")
    if isinstance(behavior, str) and behavior not in _KEPT:
        text = f"a persistent spot request with InstanceInterruptionBehavior {behavior}; allowed: {', '.join(_KEPT)}"
        yield Hit(text, path)
    elif launch.group is not None and launch.group.kind == "asg":
        text = f"a persistent spot request in the Auto Scaling group {launch.group.resource.id}: both replace nodes"
        yield Hit(text, path, level=Level.WARNING)


RULE = Rule(
    id="TRN376",
    title="SpotOptions belong to spot, and requests to one node",
    level=Level.ERROR,
    why="EC2 refuses a persistent request whose node is terminated; beside another market the options mean nothing.",
    source="EC2 API, RunInstances SpotMarketOptions; CloudFormation User Guide, LaunchTemplate SpotOptions",
    on="launch",
    check=check,
    fix="write SpotInstanceType: one-time",
)
