"""An update of a Capacity Block group that needs more nodes than the block has."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ....template import Unknown
from ...model import Group, Launch
from ...model.values import as_int, as_map, as_true
from ...options import Context
from ...rule import Hit, Path, Rule, cannot_tell

_REPLACES: Path = ("UpdatePolicy", "AutoScalingReplacingUpdate", "WillReplace")
_FIRST = "DEFAULT"
_HEALTHY: Path = ("Properties", "InstanceMaintenancePolicy", "MaxHealthyPercentage")


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """Look for a second group beside the first, and for replacements that are launched before they are needed."""
    group = launch.group
    if group is None or not launch.block:
        return
    if group.kind == "eks":
        yield from _managed(group)
    if group.kind != "asg":
        return
    replaces = as_map(group.branch.update_policy.get("AutoScalingReplacingUpdate")).get("WillReplace")
    healthy = as_map(group.branch.properties.get("InstanceMaintenancePolicy")).get("MaxHealthyPercentage")
    for value, path in ((replaces, _REPLACES), (healthy, _HEALTHY)):
        if isinstance(value, Unknown):
            yield cannot_tell("whether an update needs more nodes than the block", value, path, group.resource)
    if as_true(replaces):
        text = "WillReplace makes a second group beside the first, for which a full block has no nodes"
        yield Hit(text, _REPLACES, resource=group.resource)
    if (as_int(healthy) or 0) > 100:
        text = (
            f"MaxHealthyPercentage is {healthy}: replacements are launched first, for which a full block has no nodes"
        )
        yield Hit(text, _HEALTHY, resource=group.resource)


def _managed(group: Group) -> Iterator[Hit]:
    """Note a node group that EKS updates in its default way: new nodes first."""
    strategy = as_map(group.branch.properties.get("UpdateConfig")).get("UpdateStrategy", _FIRST)
    if strategy == _FIRST:
        text = "EKS launches new nodes before it ends the old ones, for which a full block has no nodes"
        hint = "set UpdateConfig.UpdateStrategy: MINIMAL, or leave nodes of the block free for updates"
        yield Hit(text, ("Properties", "UpdateConfig"), hint, Level.INFO, group.resource)


RULE = Rule(
    id="TRN369",
    title="An update of a group on a Capacity Block needs no further nodes",
    level=Level.WARNING,
    why="A block has no spare nodes, and a freed one takes minutes to be usable: the update waits and rolls back.",
    source="EC2 User Guide, Capacity Blocks; CloudFormation, UpdatePolicy attribute; EKS API, NodegroupUpdateConfig",
    on="launch",
    check=check,
    fix="terminate first: MaxHealthyPercentage 100, no AutoScalingReplacingUpdate",
)
