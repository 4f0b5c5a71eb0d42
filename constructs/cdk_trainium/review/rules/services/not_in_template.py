"""What the launch template of a managed node group may not set."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Launch
from ...model.values import as_map, as_true
from ...options import Context
from ...rule import Hit, Rule, cannot_tell
from .managed_group import LAUNCH_TEMPLATES, customized, in_template

_SHUTDOWN, _HIBERNATION, _PROFILE = "InstanceInitiatedShutdownBehavior", "HibernationOptions", "IamInstanceProfile"


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for an instance profile, a request for spot, and what ends nodes in another way than EKS does."""
    hits = dict(in_template(launch, _PROFILE, _HIBERNATION, _SHUTDOWN))
    if _PROFILE in hits:
        yield Hit(hits[_PROFILE].message, hits[_PROFILE].path, "remove it; the role is NodeRole of the node group")
    hibernates = as_map(launch.node.data.get(_HIBERNATION)).get("Configured")
    if _HIBERNATION in hits and isinstance(hibernates, Unknown):
        yield cannot_tell(f"whether {_HIBERNATION} are configured", hibernates, hits[_HIBERNATION].path)
    elif _HIBERNATION in hits and as_true(hibernates):
        yield hits[_HIBERNATION]
    behavior = launch.node.data.get(_SHUTDOWN)
    if _SHUTDOWN in hits and isinstance(behavior, Unknown):
        yield cannot_tell(f"whether {_SHUTDOWN} is terminate", behavior, hits[_SHUTDOWN].path)
    elif _SHUTDOWN in hits and behavior == "terminate":
        yield hits[_SHUTDOWN]
    yield from _spot(launch)


def _spot(launch: Launch) -> Iterator[Hit]:
    """Report a request for spot beside ``CapacityType: SPOT``; beside another it is TRN349's."""
    group = customized(launch)
    if group is not None and group.purchase == "SPOT" and launch.node.market == "spot":
        text = f"MarketType spot in the launch template of the managed node group {group.resource.id}"
        yield Hit(text, launch.node.at("InstanceMarketOptions"), "remove it; CapacityType says it")


RULE = Rule(
    id="TRN362",
    title="The launch template of a managed node group leaves role, spot and shutdown to EKS",
    level=Level.ERROR,
    why="Amazon EKS fails a node group whose launch template sets what EKS sets itself.",
    source=LAUNCH_TEMPLATES,
    on="launch",
    check=check,
    fix="remove it from the launch template",
)
