"""A mixed instances policy on a Capacity Block."""

from __future__ import annotations

from collections.abc import Iterator

from ....findings import Level
from ...model import Launch
from ...model.values import as_map
from ...options import Context
from ...rule import Hit, Rule, unknown


def check(launch: Launch, _context: Context) -> Iterator[Hit]:
    """A plain mixed policy is a warning; one with ``DistributionSegments`` is newer than the documents."""
    group = launch.group
    if group is None or group.kind != "asg" or not launch.block:
        return
    policy = as_map(group.branch.properties.get("MixedInstancesPolicy"))
    if "DistributionSegments" in as_map(policy.get("InstancesDistribution")):
        text = "whether DistributionSegments go with a capacity block is not documented: the API takes them"
        path = ("Properties", "MixedInstancesPolicy", "InstancesDistribution")
        yield unknown(text, path, resource=group.resource)
    elif policy:
        text = "a MixedInstancesPolicy on a capacity block: Auto Scaling documents none for blocks"
        yield Hit(text, ("Properties", "MixedInstancesPolicy"), resource=group.resource)


RULE = Rule(
    id="TRN342",
    title="A group on a Capacity Block has no mixed instances policy",
    level=Level.WARNING,
    why="A block holds one instance type; Amazon EC2 Auto Scaling documents no mixed instances for blocks.",
    source="Amazon EC2 Auto Scaling User Guide, Capacity Blocks; DistributionSegments in botocore 1.44.8",
    on="launch",
    check=check,
    fix="name the launch template directly in LaunchTemplate",
)
