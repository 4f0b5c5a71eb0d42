"""Options of spot that the launch or its group does not take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....findings import Level
from ....template import Unknown, Value
from ...model import Launch
from ...model.values import as_map, member
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell, unknown

_KEPT = ("stop", "hibernate")
"""What becomes of an interrupted node that a persistent request starts again."""


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Judge options beside another market, and requests that live on after their node; TRN391 where none is said."""
    written = as_map(launch.node.data.get("InstanceMarketOptions"))
    options, stated = written.get("SpotOptions"), member(written, "MarketType")
    path = launch.node.at("InstanceMarketOptions", "SpotOptions")
    if not isinstance(options, dict) or not options or stated is None:
        return
    if isinstance(stated, Unknown):
        yield cannot_tell("whether SpotOptions go with MarketType", stated, path)
    elif stated != "spot":
        text = f"SpotOptions beside MarketType {stated}: they are options of spot"
        yield Hit(text, path, "remove SpotOptions", Level.WARNING)
    elif isinstance(kind := member(options, "SpotInstanceType"), Unknown):
        yield cannot_tell("whether the spot request is one-time", kind, path)
    elif kind == "persistent":
        yield from _persistent(launch, member(options, "InstanceInterruptionBehavior") or "terminate")
    elif kind in (None, "one-time"):
        yield from _one_time(kind, options, path)
    if stated == "spot" and "BlockDurationMinutes" in options:
        text = "BlockDurationMinutes: AWS has ended spot of a defined duration"
        yield Hit(text, (*path, "BlockDurationMinutes"), "remove BlockDurationMinutes", Level.WARNING)


def _one_time(kind: Value, options: Mapping[str, Any], path: Path) -> Iterator[Hit]:
    behavior, at = member(options, "InstanceInterruptionBehavior"), (*path, "InstanceInterruptionBehavior")
    if isinstance(behavior, Unknown):
        yield cannot_tell("whether an interrupted node of a one-time spot request is terminated", behavior, at)
    elif behavior in _KEPT:
        text = f"InstanceInterruptionBehavior {behavior} with {f'SpotInstanceType {kind}' if kind else 'no type'}"
        yield Hit(f"{text}: only a persistent spot request takes it; allowed: terminate", at, "write terminate")
    if "ValidUntil" in options:
        yield _bounded(kind, (*path, "ValidUntil"))


def _bounded(kind: Value, path: Path) -> Hit:
    """Report an end beside ``kind`` of request; what EC2 takes for none is not told of launch templates."""
    if kind is None:
        return unknown("whether the spot request is one-time, which takes no ValidUntil, is not stated", path)
    return Hit(f"ValidUntil beside SpotInstanceType {kind}: such a request takes no end", path, "remove ValidUntil")


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
    why="EC2 refuses a persistent request whose node is terminated, and a one-time request that has an end or whose "
    "node is kept; beside another market the options mean nothing.",
    source="EC2 API, RunInstances SpotMarketOptions; CloudFormation User Guide, LaunchTemplate SpotOptions; aws-cli "
    "issue 4679 and botocore issue 2021: validUntil cannot be specified; harmony-ops issue 285 and cdk-spot-one issue "
    "206: not supported when instanceInterruptionBehavior is set to stop",
    on="launch",
    check=check,
    fix="write SpotInstanceType: one-time",
)
